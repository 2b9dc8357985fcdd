// Uploads a file in chunks; chunks that the server already has are not sent again.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../api/post.ts';
import { UPLOADS, type UploadKind } from './uploads.ts';

interface Upload {
  /** Bytes received by the server; null if no upload is running. */
  sent: number | null;
  /** Throws if the server refuses a chunk or cannot be reached; a retry continues from there. */
  send(id: number, file: File, received: number): Promise<void>;
}

export function useUpload(kind: UploadKind): Upload {
  const [sent, setSent] = useState<number | null>(null);
  const { part, chunkBytes, invalidates } = UPLOADS[kind];
  const client = useQueryClient();
  return {
    sent,
    async send(id, file, received) {
      setSent(received);
      try {
        // The server may have all chunks and only lack the final check: then the last chunk is sent again.
        const chunkCount = Math.ceil(file.size / chunkBytes);
        const firstChunk = Math.min(Math.floor(received / chunkBytes), chunkCount - 1);
        for (let piece = firstChunk; piece < chunkCount; piece++) {
          const slice = file.slice(piece * chunkBytes, (piece + 1) * chunkBytes);
          const bytes = new Uint8Array(await slice.arrayBuffer());
          const answer = await post(part, { id, piece, file: bytes }, { changes: true });
          setSent(answer.received);
        }
      } finally {
        setSent(null);
        for (const path of invalidates) void client.invalidateQueries({ queryKey: ['call', path] });
      }
    },
  };
}
