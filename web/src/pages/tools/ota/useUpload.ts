// Sends the file of a firmware piece by piece; what is there already is not sent again.
import { FIRMWARE_PIECE_BYTES } from '@heliograph/contract/firmware.ts';
import { useState } from 'react';
import { post } from '../../../api/post.ts';

export interface Upload {
  /** Bytes that the server has; null: nothing is under way. */
  sent: number | null;
  /** Throws what the server refuses, or that it cannot be reached: another try goes on from there. */
  send(id: number, file: File, received: number): Promise<void>;
}

export function useUpload(): Upload {
  const [sent, setSent] = useState<number | null>(null);
  return {
    sent,
    async send(id, file, received) {
      setSent(received);
      try {
        // All of it may be there, and only the check be left: then the last piece is sent once more.
        const all = Math.ceil(file.size / FIRMWARE_PIECE_BYTES);
        const first = Math.min(Math.floor(received / FIRMWARE_PIECE_BYTES), all - 1);
        for (let piece = first; piece < all; piece++) {
          const part = file.slice(piece * FIRMWARE_PIECE_BYTES, (piece + 1) * FIRMWARE_PIECE_BYTES);
          const bytes = new Uint8Array(await part.arrayBuffer());
          const answer = await post('configuration/ota/part', { id, piece, file: bytes }, { changes: true });
          setSent(answer.received);
        }
      } finally {
        setSent(null);
      }
    },
  };
}
