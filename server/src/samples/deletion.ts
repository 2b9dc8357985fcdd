// Deletes samples permanently, of a plant or of one device, all at once or in batches; days computed from them are not changed.
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { deleteRows, type Removed } from '../platform/database/deleteInBatches.ts';

/** Deletes all samples of a site, or of one of its devices. Days computed from them are not changed. */
export async function deleteSamples(sql: Sql | Transaction, sid: string, sn?: string): Promise<void> {
  const ofDevice = sn === undefined ? sql`` : sql`and sn = ${sn}`;
  await sql`delete from hot_samples where sid = ${sid} ${ofDevice}`;
  await sql`delete from sample_blocks where sid = ${sid} ${ofDevice}`;
  await sql`delete from damaged_blocks where sid = ${sid} ${ofDevice}`;
}

/**
 * Deletes at most `limit` rows of a site's samples. Hot rows first: concurrent sealing has written their block when they are
 * deleted, and later sealing finds nothing to pack.
 */
export async function deleteSampleRows(tx: Transaction, sid: string, limit: number): Promise<Removed> {
  const hot = await deleteRows(tx, { table: 'hot_samples', key: { sn: 'text', at: 'timestamptz' }, sid, limit });
  if (hot.removed > 0) return { ...hot, more: true };
  const blocks = await deleteRows(tx, { table: 'sample_blocks', key: { sn: 'text', day: 'date' }, sid, limit });
  if (blocks.more) return blocks;
  const removedKey = { sn: 'text', removal: 'uuid', piece: 'int' };
  const removed = await deleteRows(tx, { table: 'removed_samples', key: removedKey, sid, limit });
  await tx`delete from damaged_blocks where sid = ${sid}`;
  return { removed: blocks.removed + removed.removed, more: removed.more };
}

/** Counts the rows of a site's samples, as `deleteSampleRows` does. */
export async function countSamples(sql: Sql, sid: string): Promise<number> {
  const [row] = await sql<{ rows: number }[]>`
    select (select count(*) from hot_samples where sid = ${sid}) + (select count(*) from sample_blocks where sid = ${sid})
      + (select count(*) from removed_samples where sid = ${sid}) as rows`;
  return row!.rows;
}
