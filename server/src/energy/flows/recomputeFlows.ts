// Recomputes what stored flows count as after settings of a meter, battery or inverter changed, in batches of days, and updates the plant's sums. Reads no samples.
import type { MeasuredFlow } from '@heliograph/contract/flows.ts';
import type { Context } from '../../context.ts';
import { FLOW_KINDS } from '../../families/kinds.ts';
import { batteryMeasuredSince, meterSettings } from '../../installation/meterSettings.ts';
import { countsAs, type MeterSetting } from '../../installation/rules/flowRoles.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { notifyRegistry } from '../../platform/database/registryChannel.ts';
import { enqueueJob } from '../../platform/database/siteJobs.ts';
import type { SiteWork } from '../../platform/siteWork.ts';
import { maybeMetered, writeMeteredDays } from '../days/meteredDays.ts';
import { emptySiteChange, lockSites, writeSiteLive } from '../days/siteTotals.ts';
import { writeDayPrices } from '../money/dayPrices.ts';
import type { FlowChange, FlowFigures } from './deviceFlowDays.ts';
import type { FlowKey } from './flowSpans.ts';
import { writeSiteFlows } from './siteFlows.ts';

/** Rows per transaction, which takes some ten milliseconds. */
const BATCH_SIZE = 2_000;

type Stored = FlowFigures & { flow: MeasuredFlow; day: Day };

/**
 * Processes the flows of all devices; rows that already match the settings are unchanged, so a restarted job continues
 * where it stopped.
 */
export async function readFlows({ sql, nudges }: Pick<Context, 'sql' | 'nudges'>, work: SiteWork): Promise<void> {
  const { sid } = work;
  const devices = await sql<{ sn: string; rows: number }[]>`
    select d.sn, (select count(*) from device_flows f where f.sid = d.sid and f.sn = d.sn)::int as rows
    from devices d join products p on p.id = d.product_id
    where d.sid = ${sid} and p.kind = any (${FLOW_KINDS}::text[]) order by d.sn`;
  await work.count(devices.reduce((sum, { rows }) => sum + rows, 0));
  for (const { sn } of devices) {
    let last: { flow: string; day: Day } | null = { flow: '', day: '0001-01-01' };
    while (last) {
      const after: { flow: string; day: Day } = last;
      last = await sql.begin((tx) => processBatch(tx, { sid, sn }, after, work));
    }
    nudges.publish([sid]);
  }
}

/** Processes one batch; returns its last row, or null when there are no more. */
async function processBatch(
  tx: Transaction,
  { sid, sn }: { sid: string; sn: string },
  after: { flow: string; day: Day },
  work: SiteWork,
): Promise<{ flow: string; day: Day } | null> {
  // Locks the device before its plant, in the lock order of ingest.
  await tx`update device_live set version = version + 1 where sid = ${sid} and sn = ${sn}`;
  const [device] = await tx<{ isMeter: boolean; settings: readonly MeterSetting[]; batteryMeasuredFrom: Day | null }[]>`
    select p.kind = 'meter' as is_meter, ${meterSettings(tx)} as settings, ${batteryMeasuredSince(tx)} as battery_measured_from
    from devices d join products p on p.id = d.product_id where d.sid = ${sid} and d.sn = ${sn}`;
  if (!device) return null;
  const rows = await tx<Stored[]>`
    select flow, day, counts_as, by_meter, energy_wh, integrated_wh, spread_wh, covered_s, source, hours from device_flows
    where sid = ${sid} and sn = ${sn} and (flow, day) > (${after.flow}, ${after.day}) order by flow, day limit ${BATCH_SIZE}`;
  const changed = rows
    .map((row) => ({ row, counted: countsAs(row.flow, row.day, device) }))
    .filter(({ row, counted }) => row.countsAs !== counted);
  if (changed.length > 0) {
    await tx`
      update device_flows f set counts_as = g.counts_as from (
        select unnest(${textArray(changed.map(({ row }) => row.flow))}::text::text[]) as flow,
          unnest(${textArray(changed.map(({ row }) => row.day))}::text::date[]) as day,
          unnest(${textArray(changed.map(({ counted }) => counted))}::text::text[]) as counts_as
      ) g
      where f.sid = ${sid} and f.sn = ${sn} and f.flow = g.flow and f.day = g.day`;
    const changes = changed.map(({ row: { flow: _, day, ...before }, counted }): FlowChange => {
      return { sid, day, before, after: { ...before, countsAs: counted } };
    });
    // A report in progress with the previous settings is retried.
    await tx`update device_live set version = version + 1, fold = fold + 1 where sid = ${sid} and sn = ${sn}`;
    await lockSites(tx, [sid]);
    await Promise.all([
      ...writeSiteFlows(tx, changes),
      ...writeMeteredDays(tx, maybeMetered([], changes)),
      writeDayPrices(tx, changes),
      ...writeSiteLive(tx, [emptySiteChange(sid)], null),
    ]);
  }
  await work.step(tx, rows.length);
  return rows.length === BATCH_SIZE ? rows.at(-1)! : null;
}

/**
 * Enqueues a recomputation for batteries that would count twice. `begun`: flows that got a new day. An inverter that
 * reports its battery for the first time, or for earlier days, may have an attached battery that has counted separately
 * until then.
 */
export async function resolveDuplicateFlows(tx: Transaction, begun: readonly FlowKey[], at: Date): Promise<void> {
  const batteryFlows = begun.filter(({ flow }) => flow === 'charge' || flow === 'discharge');
  if (batteryFlows.length === 0) return;
  const duplicates = await tx<{ sid: string; sn: string }[]>`
    select d.sid, d.sn from (
      select unnest(${textArray(batteryFlows.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(batteryFlows.map(({ sn }) => sn))}::text::text[]) as sn
    ) g
    join devices d on d.sid = g.sid and d.gateway_sn = g.sn join products p on p.id = d.product_id
    where exists (
      select from device_flows f where f.sid = d.sid and f.sn = d.sn and f.flow in ('charge', 'discharge')
        and f.counts_as is not null and f.day >= ${batteryMeasuredSince(tx)})
    group by d.sid, d.sn`;
  if (duplicates.length === 0) return;
  await notifyRegistry(
    tx,
    duplicates.map(({ sn }) => sn),
  );
  for (const sid of new Set(duplicates.map((device) => device.sid))) await enqueueJob(tx, sid, 'readFlows', at);
}
