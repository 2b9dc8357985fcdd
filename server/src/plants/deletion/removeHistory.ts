// Removes the history of a deleted plant in batches: samples, days and events.
import type { Context } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { deleteRows } from '../../platform/database/deleteInBatches.ts';
import type { SiteWork } from '../../platform/siteWork.ts';
import { countSamples, deleteSampleRows } from '../../samples/deletion.ts';

/** Rows per transaction: some ten milliseconds. */
const BATCH_ROWS = 5_000;

/** Tables with their key columns after `sid`. */
const TABLES: { table: string; key: Record<string, string> }[] = [
  { table: 'device_days', key: { sn: 'text', day: 'date' } },
  { table: 'site_days', key: { day: 'date' } },
  { table: 'device_flows', key: { sn: 'text', flow: 'text', day: 'date' } },
  { table: 'device_flow_spans', key: { sn: 'text', flow: 'text' } },
  { table: 'site_flows', key: { day: 'date', flow: 'text', by_meter: 'boolean' } },
  { table: 'site_day_prices', key: { day: 'date' } },
  { table: 'meter_settings', key: { sn: 'text', valid_from: 'date' } },
  { table: 'history_removals', key: { sn: 'text', id: 'uuid' } },
  { table: 'removed_days', key: { sn: 'text', removal: 'uuid', flow: 'text', day: 'date' } },
  { table: 'module_months', key: { sn: 'text', month: 'date' } },
  { table: 'judged_days', key: { day: 'date' } },
  { table: 'voltage_losses', key: { sn: 'text', day: 'date' } },
  { table: 'module_findings', key: { sn: 'text', input: 'smallint', kind: 'text', since: 'date' } },
  { table: 'problems', key: { sn: 'text', code: 'text', opened_at: 'timestamptz' } },
  { table: 'events', key: { sn: 'text', code: 'text', opened_at: 'timestamptz' } },
];

const remover = (table: (typeof TABLES)[number]) => (tx: Transaction, sid: string, limit: number) =>
  deleteRows(tx, { ...table, sid, limit });

/** Removes the history. The call has already deleted the plant itself, so nothing is written for it any more. */
export async function removeHistory({ sql }: Pick<Context, 'sql'>, work: SiteWork): Promise<void> {
  const { sid } = work;
  // Nobody may fetch these files any more, so they need not wait for `expireData`.
  await sql`delete from user_files where about_sid = ${sid}`;
  const [days] = await sql<{ rows: number }[]>`
    select (select count(*) from device_days where sid = ${sid}) + (select count(*) from site_days where sid = ${sid})
      + (select count(*) from device_flows where sid = ${sid}) + (select count(*) from site_flows where sid = ${sid})
      + (select count(*) from device_flow_spans where sid = ${sid}) + (select count(*) from site_day_prices where sid = ${sid})
      + (select count(*) from meter_settings where sid = ${sid}) + (select count(*) from history_removals where sid = ${sid})
      + (select count(*) from module_months where sid = ${sid}) + (select count(*) from judged_days where sid = ${sid})
      + (select count(*) from voltage_losses where sid = ${sid}) + (select count(*) from module_findings where sid = ${sid})
      + (select count(*) from problems where sid = ${sid}) + (select count(*) from events where sid = ${sid}) as rows`;
  await work.count(days!.rows + (await countSamples(sql, sid)));
  for (const remove of [deleteSampleRows, ...TABLES.map(remover)]) {
    for (let more = true; more; ) {
      more = await sql.begin(async (tx) => {
        const done = await remove(tx, sid, BATCH_ROWS);
        await work.step(tx, done.removed);
        return done.more;
      });
    }
  }
}
