// configuration/ota/part: stores the next chunk of a firmware file; the last one completes it if the manufacturer's signature is valid.
import { createHash } from 'node:crypto';
import { ApiError } from '@heliograph/contract/errors.ts';
import { FIRMWARE_CHUNK_BYTES } from '@heliograph/contract/firmware.ts';
import { lockFirmware } from '../../../firmware/lockFirmware.ts';
import { isSigned } from '../../../firmware/signature.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import { storeChunk } from '../../../platform/files/chunkedUpload.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationOtaPart: Handler<'configuration/ota/part'> = async ({ id, piece, file }, caller) =>
  await storeChunk(
    caller,
    { piece, file },
    {
      object: `firmware ${id}`,
      pieceBytes: FIRMWARE_CHUNK_BYTES,
      coming: (sql) => lockFirmware(sql, caller.session, id),
      async keep(sql, number, bytes) {
        await sql`
          insert into firmware_pieces (firmware_id, piece, bytes)
          values (${id}, ${number}, decode(${Buffer.from(bytes).toString('hex')}, 'hex'))`;
      },
      async count(sql, received) {
        await sql`update firmware set received = ${received} where id = ${id}`;
      },
      async check() {
        const stored = await caller.read((sql) => readWhole(sql, id));
        if (!stored) throw new ApiError('firmwareNotFound');
        const isValid = await isSigned(caller.context.config.firmwareKeys, stored.file, stored.signature);
        return isValid ? createHash('sha256').update(stored.file).digest('hex') : new ApiError('firmwareSignature');
      },
      async drop(sql) {
        await sql`delete from firmware where id = ${id}`;
      },
      async complete(sql, sha256) {
        await sql`update firmware set sha256 = decode(${sha256}, 'hex'), revision = revision + 1 where id = ${id}`;
      },
    },
  );

async function readWhole(sql: Transaction, id: number): Promise<{ file: Buffer; signature: Buffer } | undefined> {
  const [firmware] = await sql<{ bytes: number; signature: Buffer }[]>`
    select bytes, signature from firmware where id = ${id}`;
  if (!firmware) return undefined;
  const rows = await sql<{ bytes: Buffer }[]>`
    select bytes from firmware_pieces where firmware_id = ${id} order by piece`;
  return { file: Buffer.concat(rows.map(({ bytes }) => bytes)), signature: firmware.signature };
}
