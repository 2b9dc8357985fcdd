// A file that comes in by pieces, of firmware and of documents: the next piece is kept, one that is there already changes nothing, and with the last one the whole is checked.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { ManualWriteContext } from '../../context.ts';
import type { Transaction } from '../database/connect.ts';
import { countAttempt } from '../limits/rateLimits.ts';

export interface Coming {
  bytes: number;
  received: number;
  /** All of it is there and was found right. */
  isWhole: boolean;
}

interface FileOf<Right> {
  /** As the audit log names it. */
  object: string;
  /** Of each piece but the last. */
  pieceBytes: number;
  /** Locked until the end of the transaction; refuses who may not. */
  coming(sql: Transaction): Promise<Coming>;
  keep(sql: Transaction, piece: number, bytes: Uint8Array): Promise<void>;
  count(sql: Transaction, received: number): Promise<void>;
  /** Of all that was kept: a refusal that it gives means that the file goes; one that it throws, that another try may succeed. */
  check(): Promise<Right | Refusal>;
  drop(sql: Transaction): Promise<void>;
  complete(sql: Transaction, right: Right): Promise<void>;
}

export async function storeChunk<Right>(
  caller: ManualWriteContext,
  { piece, file }: { piece: number; file: Uint8Array },
  of: FileOf<Right>,
): Promise<{ received: number; isWhole: boolean }> {
  await countAttempt(caller.context, 'filePieces', caller.session.userId);
  const { received, bytes, isWhole } = await caller.change(take);
  if (isWhole || received < bytes) return { received, isWhole };
  const right = await of.check();
  if (right instanceof Refusal) {
    await caller.change(async (sql) => {
      // Another request may have completed it meanwhile.
      if (!(await of.coming(sql)).isWhole) await of.drop(sql);
    });
    throw right;
  }
  return await caller.finish(async (sql) => {
    if (!(await of.coming(sql)).isWhole) await of.complete(sql, right);
    return { received, isWhole: true };
  });

  async function take(sql: Transaction): Promise<Coming> {
    const now = await of.coming(sql);
    const next = now.received / of.pieceBytes;
    caller.noteAudit({ object: of.object, after: { piece } });
    // Sent once more, as its answer was lost; where only the check was left, that is done now.
    if (piece < Math.ceil(next) || now.isWhole) return now;
    const length = Math.min(of.pieceBytes, now.bytes - now.received);
    if (piece !== next || file.length !== length) throw new Refusal('filePiece', { piece: Math.ceil(next) });
    await of.keep(sql, piece, file);
    await of.count(sql, now.received + length);
    return { ...now, received: now.received + length };
  }
}
