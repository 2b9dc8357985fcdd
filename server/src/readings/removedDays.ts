// Removes a device's energy days with its history, including days without samples, and restores them: stored with the removed samples until they are restored or expire.
import type { MeasuredFlow } from '@heliograph/contract/flows.ts';
import type { DayChange, DayFigures } from '../energy/days/deviceDays.ts';
import { addedWhOf } from '../energy/days/deviceDays.ts';
import { maybeMetered, writeMeteredDays } from '../energy/days/meteredDays.ts';
import { emptySiteChange, lockSites, writeSiteDays, writeSiteLive } from '../energy/days/siteTotals.ts';
import { type DeviceFlow, type FlowChange, NOTHING_REJECTED, writeFlows } from '../energy/flows/deviceFlowDays.ts';
import { writeFlowSpans } from '../energy/flows/flowSpans.ts';
import { writeSiteFlows } from '../energy/flows/siteFlows.ts';
import { sumMonths } from '../energy/modules/storedShares.ts';
import { writeDayPrices } from '../energy/money/dayPrices.ts';
import { batteryMeasuredSince, meterSettings } from '../installation/meterSettings.ts';
import { countsAs, type MeterSetting } from '../installation/rules/flowRoles.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { wholeWhOf } from '../platform/texts/numbers.ts';

interface Removal {
  sid: string;
  sn: string;
  /** A UUID. */
  removal: string;
}

interface StoredDay extends DayFigures {
  day: Day;
  peakW: number | null;
}

type StoredFlow = Omit<DeviceFlow, 'sid' | 'sn' | 'carryAfter' | keyof typeof NOTHING_REJECTED>;

/** Removes days and flows; the caller has locked the device and recomputes its days afterwards, which restores those of remaining samples. */
export async function removeDays(tx: Transaction, { sid, sn, removal }: Removal): Promise<void> {
  const [range] = await tx<{ start: Day; end: Day }[]>`
    select start_day as start, end_day as "end" from history_removals where sid = ${sid} and sn = ${sn} and id = ${removal}`;
  const { start, end } = range!;
  await tx`
    insert into removed_days (sid, sn, removal, flow, day, energy_wh, integrated_wh, spread_wh, source, covered_s, peak_w, hours)
    select sid, sn, ${removal}::uuid, '', day, energy_wh, integrated_wh, 0, source, covered_s, peak_w, hours
    from device_days where sid = ${sid} and sn = ${sn} and day between ${start} and ${end}`;
  await tx`
    insert into removed_days (sid, sn, removal, flow, day, energy_wh, integrated_wh, spread_wh, source, covered_s, peak_w, hours)
    select sid, sn, ${removal}::uuid, flow, day, energy_wh, integrated_wh, spread_wh, source, covered_s, null, hours
    from device_flows where sid = ${sid} and sn = ${sn} and day between ${start} and ${end}`;
  const days = await tx<(DayFigures & { day: Day })[]>`
    delete from device_days where sid = ${sid} and sn = ${sn} and day between ${start} and ${end}
    returning day, energy_wh, covered_s, source, hours`;
  const flows = await tx<StoredFlow[]>`
    delete from device_flows where sid = ${sid} and sn = ${sn} and day between ${start} and ${end}
    returning flow, day, counts_as, by_meter, energy_wh, integrated_wh, spread_wh, source, covered_s, hours`;
  await sumMonths(
    tx,
    sid,
    days.map(({ day }) => ({ sn, day })),
  );
  const count = new Set([...days, ...flows].map(({ day }) => day)).size;
  await tx`update history_removals set days = ${count} where sid = ${sid} and sn = ${sn} and id = ${removal}`;
  await updateTotals(
    tx,
    { sid, sn },
    days.map(({ day, ...before }) => ({ sid, sn, day, before, after: null })),
    flows.map(({ flow: _, day, ...before }) => ({ sid, day, before, after: null })),
    flows.map(({ flow }) => flow),
  );
}

/** Restores days and flows; rows that exist for these days by now remain unchanged. */
export async function restoreDays(tx: Transaction, { sid, sn, removal }: Removal): Promise<void> {
  const days = await tx<StoredDay[]>`
    insert into device_days (sid, sn, day, energy_wh, integrated_wh, source, covered_s, peak_w, hours)
    select sid, sn, day, energy_wh, integrated_wh, source, covered_s, peak_w, hours
    from removed_days where sid = ${sid} and sn = ${sn} and removal = ${removal} and flow = ''
    on conflict do nothing returning day, energy_wh, covered_s, source, peak_w, hours`;
  const [device] = await tx<{ isMeter: boolean; settings: readonly MeterSetting[]; batteryMeasuredFrom: Day | null }[]>`
    select p.kind = 'meter' as is_meter, ${meterSettings(tx)} as settings, ${batteryMeasuredSince(tx)} as battery_measured_from
    from devices d join products p on p.id = d.product_id where d.sid = ${sid} and d.sn = ${sn}`;
  const stored = await tx<StoredFlow[]>`
    select r.flow, r.day, r.energy_wh, r.integrated_wh, r.spread_wh, r.source, r.covered_s, r.hours from removed_days r
    where r.sid = ${sid} and r.sn = ${sn} and r.removal = ${removal} and r.flow <> '' and not exists (
      select from device_flows f where f.sid = r.sid and f.sn = r.sn and f.flow = r.flow and f.day = r.day)`;
  // Settings may have changed meanwhile.
  const flows = stored.map((flow): DeviceFlow => {
    const counted = countsAs(flow.flow, flow.day, device!);
    return { ...flow, ...NOTHING_REJECTED, sid, sn, carryAfter: null, countsAs: counted, byMeter: device!.isMeter };
  });
  await writeFlows(tx, flows);
  await tx`delete from removed_days where sid = ${sid} and sn = ${sn} and removal = ${removal}`;
  await updateTotals(
    tx,
    { sid, sn },
    days.map(({ day, peakW: _, ...after }) => ({ sid, sn, day, before: null, after })),
    flows.map(({ sid: _sid, sn: _sn, flow: _flow, carryAfter: _carry, day, ...after }) => ({
      sid,
      day,
      before: null,
      after,
    })),
    flows.map(({ flow }) => flow),
  );
}

/** Updates the device's live row and the plant's days, flows, prices and totals. */
async function updateTotals(
  tx: Transaction,
  { sid, sn }: { sid: string; sn: string },
  days: DayChange[],
  flowChanges: FlowChange[],
  flows: readonly MeasuredFlow[],
): Promise<void> {
  if (days.length === 0 && flowChanges.length === 0) return;
  await tx`
    update device_live l set version = l.version + 1,
      today_wh = coalesce((select d.energy_wh from device_days d where d.sid = l.sid and d.sn = l.sn and d.day = l.day), 0),
      total_wh = coalesce((select sum(${wholeWhOf(tx, tx`d.energy_wh`)}) from device_days d where d.sid = l.sid and d.sn = l.sn), 0)
    where l.sid = ${sid} and l.sn = ${sn}`;
  await lockSites(tx, [sid]);
  const addedWh = days.reduce((sum, change) => sum + addedWhOf(change), 0);
  await Promise.all([
    ...writeFlowSpans(
      tx,
      flows.map((flow) => ({ sid, sn, flow })),
    ),
    ...writeSiteDays(tx, days),
    ...writeSiteFlows(tx, flowChanges),
    ...writeMeteredDays(tx, maybeMetered(days, flowChanges)),
    writeDayPrices(tx, [...days, ...flowChanges]),
    ...writeSiteLive(tx, [emptySiteChange(sid, addedWh)], null),
  ]);
}
