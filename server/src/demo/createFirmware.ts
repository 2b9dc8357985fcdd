// Firmware of simulated gateways and hybrid inverters: versions to roll out and a draft to publish, signed by the maker that they trust.
import { createHash, type KeyObject, sign } from 'node:crypto';
import { FIRMWARE_CHUNK_BYTES } from '@heliograph/contract/firmware.ts';
import { required } from '@heliograph/contract/required.ts';
import type { Context } from '../context.ts';
import { productOfAnnounced } from '../families/families.ts';
import type { Kind } from '../families/kinds.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { makeOnce } from './makeOnce.ts';

const DAY_MS = 86_400_000;
/** The gateways of the fleet begin with 1.8.0, the hybrid inverters with 4.20 and 4.21. */
const VERSIONS = [
  {
    kind: 'gateway',
    versionName: '1.9.0',
    description: 'Demonstration. Sends stored readings faster after an outage.',
    publishedDaysAgo: 6,
  },
  {
    kind: 'gateway',
    versionName: '1.10.0',
    description: 'Demonstration. Publish it to offer it to gateways.',
    publishedDaysAgo: null,
  },
  {
    kind: 'hybrid',
    versionName: '4.30',
    description: 'Demonstration. Switches to backup power faster.',
    publishedDaysAgo: 20,
  },
] as const;

export async function createFirmware(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  makerKey: KeyObject,
): Promise<void> {
  await makeOnce(sql, 'firmware', async (tx) => {
    const products = await tx<{ model: number; name: string; kind: Kind }[]>`select model, name, kind from products`;
    const gateway = required(productOfAnnounced(products, { kind: 'gateway', model: '' }), 'the gateway');
    for (const version of VERSIONS)
      await insertVersion(tx, { ...version, model: gateway.model }, makerKey, clock.now());
  });
}

async function insertVersion(
  tx: Transaction,
  { kind, versionName, description, publishedDaysAgo, model }: (typeof VERSIONS)[number] & { model: number },
  makerKey: KeyObject,
  now: Date,
): Promise<void> {
  const file = Buffer.from(
    `Heliograph demonstration firmware, ${kind} ${versionName}\n`.padEnd(FIRMWARE_CHUNK_BYTES, '.'),
  );
  const createdAt = new Date(now.getTime() - ((publishedDaysAgo ?? 0) + 1) * DAY_MS);
  const publishedAt = publishedDaysAgo === null ? null : new Date(now.getTime() - publishedDaysAgo * DAY_MS);
  const [row] = await tx<{ id: number }[]>`
    insert into firmware (version_name, model, hardware, description, file_name, bytes, received, sha256, signature,
      published_at, is_forced, created_at)
    values (${versionName}, ${model}, '', ${description}, ${`demonstration-${kind}-${versionName}.bin`}, ${file.length}, ${file.length},
      ${createHash('sha256').update(file).digest()}, ${sign(null, file, makerKey)}, ${publishedAt}, false, ${createdAt})
    on conflict do nothing returning id`;
  if (row) await tx`insert into firmware_pieces (firmware_id, piece, bytes) values (${row.id}, 0, ${file})`;
}

/** Returns the versions that updates have installed in simulated devices, by serial number: they survive a restart as in a real device. */
export async function installedVersions(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql<{ sn: string; version: string }[]>`
    select sn, firmware ->> 'versionName' as version from commands
    where action = 'update' and state = 'readBack' order by ended_at`;
  return new Map(rows.map(({ sn, version }) => [sn, version]));
}
