// Stores an upload in pieces, for firmware and documents: stores the next piece, ignores one that is stored already, and checks the whole file after the last one.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { ManualWriteContext } from '../../context.ts';
import type { Transaction } from '../database/connect.ts';
import { countAttempt } from '../limits/rateLimits.ts';

export interface UploadState {
  bytes: number;
  received: number;
  /** Whether the upload is complete and was checked. */
  isWhole: boolean;
}

interface FileOf<Right> {
  /** Name in the audit log. */
  object: string;
  /** Size of each piece except the last. */
  pieceBytes: number;
  /** Locks and returns the state of the upload; refuses sessions without the right. */
  coming(sql: Transaction): Promise<UploadState>;
  keep(sql: Transaction, piece: number, bytes: Uint8Array): Promise<void>;
  count(sql: Transaction, received: number): Promise<void>;
  /** Checks the complete file. A returned refusal means that the file is dropped; a thrown one that a retry may succeed. */
  check(): Promise<Right | ApiError>;
  drop(sql: Transaction): Promise<void>;
  complete(sql: Transaction, right: Right): Promise<void>;
}

export async function storeChunk<Right>(
  context: ManualWriteContext,
  { piece, file }: { piece: number; file: Uint8Array },
  upload: FileOf<Right>,
): Promise<{ received: number; isWhole: boolean }> {
  await countAttempt(context.context, 'filePieces', context.session.userId);
  const { received, bytes, isWhole } = await context.change(storePiece);
  if (isWhole || received < bytes) return { received, isWhole };
  const right = await upload.check();
  if (right instanceof ApiError) {
    await context.change(async (sql) => {
      // Another request may have completed it meanwhile.
      if (!(await upload.coming(sql)).isWhole) await upload.drop(sql);
    });
    throw right;
  }
  return await context.finish(async (sql) => {
    if (!(await upload.coming(sql)).isWhole) await upload.complete(sql, right);
    return { received, isWhole: true };
  });

  async function storePiece(sql: Transaction): Promise<UploadState> {
    const state = await upload.coming(sql);
    const next = state.received / upload.pieceBytes;
    context.noteAudit({ object: upload.object, after: { piece } });
    // A retry because the answer was lost; if only the check is missing, it is done now.
    if (piece < Math.ceil(next) || state.isWhole) return state;
    const length = Math.min(upload.pieceBytes, state.bytes - state.received);
    if (piece !== next || file.length !== length) throw new ApiError('filePiece', { piece: Math.ceil(next) });
    await upload.keep(sql, piece, file);
    await upload.count(sql, state.received + length);
    return { ...state, received: state.received + length };
  }
}
