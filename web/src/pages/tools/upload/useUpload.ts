// Sends a file piece by piece; what is there already is not sent again.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../api/post.ts';
import { UPLOADS, type UploadKind } from './uploads.ts';

interface Upload {
  /** Bytes that the server has; null: nothing is under way. */
  sent: number | null;
  /** Throws what the server refuses, or that it cannot be reached: another try goes on from there. */
  send(id: number, file: File, received: number): Promise<void>;
}

export function useUpload(kind: UploadKind): Upload {
  const [sent, setSent] = useState<number | null>(null);
  const { part, pieceBytes, shows } = UPLOADS[kind];
  const client = useQueryClient();
  return {
    sent,
    async send(id, file, received) {
      setSent(received);
      try {
        // All of it may be there, and only the check be left: then the last piece is sent once more.
        const all = Math.ceil(file.size / pieceBytes);
        const first = Math.min(Math.floor(received / pieceBytes), all - 1);
        for (let piece = first; piece < all; piece++) {
          const slice = file.slice(piece * pieceBytes, (piece + 1) * pieceBytes);
          const bytes = new Uint8Array(await slice.arrayBuffer());
          const answer = await post(part, { id, piece, file: bytes }, { changes: true });
          setSent(answer.received);
        }
      } finally {
        setSent(null);
        for (const old of shows) void client.invalidateQueries({ queryKey: ['call', old] });
      }
    },
  };
}
