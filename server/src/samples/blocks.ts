// Rows of day blocks: inserts and replaces them, and records damaged ones.

import { textArray } from '../platform/database/arrays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import type { Block } from './block.ts';
import { GROUPS } from './numbers.ts';
import type { Damage } from './parts.ts';

export type DayBlock = { sid: string; sn: string; day: string } & Block;

const hexArray = (parts: readonly (Uint8Array | null)[]): string =>
  `{${parts.map((part) => (part ? Buffer.from(part.buffer, part.byteOffset, part.length).toString('hex') : 'NULL')).join(',')}}`;

function rowsOf(sql: Transaction, blocks: readonly DayBlock[]) {
  return sql`
    select sid, sn, day, ${sql.unsafe(GROUPS.map((group) => `decode(${group}, 'hex') as ${group}`).join(', '))} from (
      select unnest(${textArray(blocks.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(blocks.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${textArray(blocks.map(({ day }) => day))}::text::date[]) as day,
        unnest(${hexArray(blocks.map(({ power }) => power))}::text::text[]) as power,
        unnest(${hexArray(blocks.map(({ flow }) => flow))}::text::text[]) as flow,
        unnest(${hexArray(blocks.map(({ grid }) => grid))}::text::text[]) as grid,
        unnest(${hexArray(blocks.map(({ phases }) => phases))}::text::text[]) as phases,
        unnest(${hexArray(blocks.map(({ inputs }) => inputs))}::text::text[]) as inputs,
        unnest(${hexArray(blocks.map(({ strings }) => strings))}::text::text[]) as strings
    ) g`;
}

/** Inserts blocks of days that have none; an existing one makes PostgreSQL refuse all (23505), so that nothing is overwritten unnoticed. */
export async function insertBlocks(sql: Transaction, blocks: readonly DayBlock[]): Promise<void> {
  if (blocks.length === 0) return;
  await sql`insert into sample_blocks (sid, sn, day, ${sql.unsafe(GROUPS.join(', '))}) ${rowsOf(sql, blocks)}`;
}

/** Replaces blocks that were read and locked in this transaction. */
export async function replaceBlocks(sql: Transaction, blocks: readonly DayBlock[]): Promise<void> {
  if (blocks.length === 0) return;
  await sql`
    update sample_blocks b set ${sql.unsafe(GROUPS.map((group) => `${group} = r.${group}`).join(', '))}
    from (${rowsOf(sql, blocks)}) r where b.sid = r.sid and b.sn = r.sn and b.day = r.day`;
}

/** Returns the last day with a block of each device; a device without blocks is missing. */
export async function newestBlocks(
  sql: Transaction,
  devices: readonly { sid: string; sn: string }[],
): Promise<Map<string, string>> {
  const rows = await sql<{ sn: string; day: string | null }[]>`
    select l.sn, (select max(b.day) from sample_blocks b where b.sid = l.sid and b.sn = l.sn) as day from (
      select unnest(${textArray(devices.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(devices.map(({ sn }) => sn))}::text::text[]) as sn
    ) k
    join devices l on l.sid = k.sid and l.sn = k.sn`;
  return new Map(rows.flatMap(({ sn, day }) => (day === null ? [] : [[sn, day] as const])));
}

/** Records a damaged block for operators; the block itself is not changed. */
export async function recordDamage(sql: Sql | Transaction, { sid, sn, day, reason }: Damage, at: Date): Promise<void> {
  await sql`
    insert into damaged_blocks (sid, sn, day, found_at, reason) values (${sid}, ${sn}, ${day}, ${at}, ${reason})
    on conflict do nothing`;
}

/** Returns how many days of samples were found to be damaged. */
export async function countDamagedDays(sql: Sql | Transaction): Promise<number> {
  const [row] = await sql<{ days: number }[]>`select count(*)::int as days from damaged_blocks`;
  return row!.days;
}
