// Firmware for tests: signed by a test manufacturer and offered to devices.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { FIRMWARE_CHUNK_BYTES } from '@heliograph/contract/firmware.ts';
import type { Sql } from '../src/platform/database/connect.ts';

const PKCS8 = '302e020100300506032b657004220420';
const privateKey = (seed: string) =>
  createPrivateKey({ key: Buffer.from(PKCS8 + seed.repeat(32), 'hex'), format: 'der', type: 'pkcs8' });

/** A manufacturer's key: `hex` for the portal's setting, `pem` for a device. */
export function makerOf(seed: string): { hex: string; pem: string; sign(file: Uint8Array): string } {
  const key = privateKey(seed);
  const own = createPublicKey(key);
  return {
    hex: (own.export({ format: 'der', type: 'spki' }) as Buffer).subarray(-32).toString('hex'),
    pem: own.export({ format: 'pem', type: 'spki' }) as string,
    sign: (file) => sign(null, file, key).toString('base64'),
  };
}

export const MAKER = makerOf('5a');

/** A file of this many bytes, each different from the previous one. */
export const firmwareFile = (bytes: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: bytes }, (_, n) => (n * 31 + (n >> 8)) & 0xff);

/** Creates a complete firmware version, by default published. Returns its id. */
export async function makeFirmware(
  sql: Sql,
  given: {
    model?: number;
    versionName?: string;
    hardware?: string;
    file?: Uint8Array;
    isPublished?: boolean;
    isForced?: boolean;
  } = {},
): Promise<number> {
  const { model = 10_000, versionName = '9.0.0', hardware = '', isPublished = true, isForced = false } = given;
  const file = Buffer.from(given.file ?? firmwareFile(1000));
  const sha256 = createHash('sha256').update(file).digest();
  const [row] = await sql<{ id: number }[]>`
    insert into firmware (version_name, model, hardware, description, file_name, bytes, received, sha256, signature, published_at,
      is_forced, created_at)
    values (${versionName}, ${model}, ${hardware}, '', ${`${versionName}.bin`}, ${file.length}, ${file.length}, ${sha256},
      ${Buffer.from(MAKER.sign(file), 'base64')}, ${isPublished ? new Date('2026-06-01') : null}, ${isForced}, '2026-06-01')
    returning id`;
  const { id } = row!;
  for (let piece = 0; piece * FIRMWARE_CHUNK_BYTES < file.length; piece++) {
    const bytes = file.subarray(piece * FIRMWARE_CHUNK_BYTES, (piece + 1) * FIRMWARE_CHUNK_BYTES);
    await sql`insert into firmware_pieces (firmware_id, piece, bytes) values (${id}, ${piece}, ${bytes})`;
  }
  return id;
}

/** Stores the versions of a gateway and its attached devices as an announcement does. */
export async function tellVersions(
  sql: Sql,
  {
    sid,
    sn,
    firmware = '1.8.0',
    hardware = '2.1',
    children = [],
  }: {
    sid: string;
    sn: string;
    firmware?: string;
    hardware?: string;
    children?: { sn: string; firmware: string; hardware: string }[];
  },
): Promise<void> {
  await sql`
    insert into gateways (sn, sid, kind, firmware, hardware, children)
    values (${sn}, ${sid}, 'gateway', ${firmware}, ${hardware}, ${JSON.stringify(children)}::text::jsonb)
    on conflict (sn) do update set firmware = excluded.firmware, hardware = excluded.hardware, children = excluded.children`;
}
