// Removes what a deleted plant leaves: samples, days and events, some at a time, as often as it takes.
import type { Context } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import { countSamples, deleteSomeSamples, type Removed } from './samples.ts';
import type { SiteWork } from './siteWork.ts';

/** Rows a transaction: some ten milliseconds. */
const ROWS_AT_ONCE = 5_000;

/** The plant itself has gone with the call that deleted it, so nothing is written for it any more. */
export async function removeHistory({ sql }: Pick<Context, 'sql'>, work: SiteWork): Promise<void> {
  const { sid } = work;
  const [days] = await sql<{ rows: number }[]>`
    select (select count(*) from device_days where sid = ${sid}) + (select count(*) from site_days where sid = ${sid})
      + (select count(*) from events where sid = ${sid}) as rows`;
  await work.count(days!.rows + (await countSamples(sql, sid)));
  for (const remove of [deleteSomeSamples, deleteDeviceDays, deleteSiteDays, deleteEvents]) {
    for (let more = true; more; ) {
      more = await sql.begin(async (begun) => {
        const tx = begun as Transaction;
        const some = await remove(tx, sid, ROWS_AT_ONCE);
        await work.step(tx, some.removed);
        return some.more;
      });
    }
  }
}

async function deleteDeviceDays(tx: Transaction, sid: string, limit: number): Promise<Removed> {
  const { count } = await tx`
    delete from device_days where sid = ${sid} and (sn, day) in (
      select sn, day from device_days where sid = ${sid} limit ${limit})`;
  return { removed: count, more: count > 0 };
}

async function deleteSiteDays(tx: Transaction, sid: string, limit: number): Promise<Removed> {
  const { count } = await tx`
    delete from site_days where sid = ${sid} and day in (select day from site_days where sid = ${sid} limit ${limit})`;
  return { removed: count, more: count > 0 };
}

async function deleteEvents(tx: Transaction, sid: string, limit: number): Promise<Removed> {
  const { count } = await tx`
    delete from events where sid = ${sid} and (sn, code, opened_at) in (
      select sn, code, opened_at from events where sid = ${sid} limit ${limit})`;
  return { removed: count, more: count > 0 };
}
