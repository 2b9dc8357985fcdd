// configuration/ota/part: takes the next piece of a firmware's file; the last one completes it, when the maker's signature is right.
import { createHash } from 'node:crypto';
import { Refusal } from '@heliograph/contract/errors.ts';
import { FIRMWARE_PIECE_BYTES } from '@heliograph/contract/firmware.ts';
import { changeableFirmware } from '../../../changes/changeableFirmware.ts';
import type { Transaction } from '../../../db/connect.ts';
import { isSigned } from '../../../files/firmwareSignature.ts';
import type { Handler } from '../../../handler.ts';
import { countTry } from '../../../limits.ts';

interface Taken {
  received: number;
  bytes: number;
  isWhole: boolean;
}

export const configurationOtaPart: Handler<'configuration/ota/part'> = async ({ id, piece, file }, caller) => {
  const { session, context, read, change, finish } = caller;
  await countTry(context, 'firmwarePieces', session.userId);
  const taken = await change((sql) => take(sql, file));
  if (taken.isWhole || taken.received < taken.bytes) return { received: taken.received, isWhole: taken.isWhole };
  const given = await read((sql) => whole(sql, id));
  if (!given) throw new Refusal('noSuchFirmware');
  const isRight = await isSigned(context.config.firmwareKeys, given.file, given.signature);
  if (!isRight) {
    await change((sql) => drop(sql));
    throw new Refusal('firmwareSignature');
  }
  const sha256 = createHash('sha256').update(given.file).digest('hex');
  return await finish(async (sql) => {
    await changeableFirmware(sql, session, id);
    await sql`update firmware set sha256 = decode(${sha256}, 'hex'), revision = revision + 1 where id = ${id}`;
    return { received: taken.received, isWhole: true };
  });

  async function take(sql: Transaction, bytes: Uint8Array): Promise<Taken> {
    const now = await changeableFirmware(sql, session, id);
    const next = now.received / FIRMWARE_PIECE_BYTES;
    caller.noteAudit({ object: `firmware ${id}`, after: { piece } });
    // Sent once more, as its answer was lost; where only the check was left, that is done now.
    if (piece < Math.ceil(next) || now.isWhole) return now;
    const length = Math.min(FIRMWARE_PIECE_BYTES, now.bytes - now.received);
    if (piece !== next || bytes.length !== length) throw new Refusal('firmwarePiece', { piece: Math.ceil(next) });
    await sql`
      insert into firmware_pieces (firmware_id, piece, bytes)
      values (${id}, ${piece}, decode(${Buffer.from(bytes).toString('hex')}, 'hex'))`;
    const received = now.received + length;
    await sql`update firmware set received = ${received} where id = ${id}`;
    return { received, bytes: now.bytes, isWhole: false };
  }

  async function drop(sql: Transaction): Promise<void> {
    const now = await changeableFirmware(sql, session, id);
    // Another request may have completed it meanwhile.
    if (!now.isWhole) await sql`delete from firmware where id = ${id}`;
  }
};

async function whole(sql: Transaction, id: number): Promise<{ file: Buffer; signature: Buffer } | undefined> {
  const [firmware] = await sql<{ bytes: number; signature: Buffer }[]>`
    select bytes, signature from firmware where id = ${id}`;
  if (!firmware) return undefined;
  const rows = await sql<{ bytes: Buffer }[]>`
    select bytes from firmware_pieces where firmware_id = ${id} order by piece`;
  return { file: Buffer.concat(rows.map(({ bytes }) => bytes)), signature: firmware.signature };
}
