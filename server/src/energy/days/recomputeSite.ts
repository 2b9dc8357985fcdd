// Recomputes the days of a plant from its samples, device by device, after its time zone or location changed or it got hourly prices: days begin at other instants, or need their hours.
import type { MeasuredFlow } from '@heliograph/contract/flows.ts';
import type { Context } from '../../context.ts';
import { energySource } from '../../families/families.ts';
import { type Kind, maxFlowW, producesEnergy } from '../../families/kinds.ts';
import { breaksOf, historyBreaks } from '../../installation/historyBreaks.ts';
import { batteryMeasuredSince, meterSettings } from '../../installation/meterSettings.ts';
import type { MeterSetting } from '../../installation/rules/flowRoles.ts';
import { addDays, type Day, dayBounds, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { notifyRegistry } from '../../platform/database/registryChannel.ts';
import type { SiteWork } from '../../platform/siteWork.ts';
import { wholeWhOf } from '../../platform/texts/numbers.ts';
import { Damaged } from '../../samples/bytes.ts';
import { type RetainedFrom, readRetainedFrom } from '../../samples/retention.ts';
import { type FlowChange, flowStoreOf, storedFlows } from '../flows/deviceFlowDays.ts';
import { writeSiteFlows } from '../flows/siteFlows.ts';
import { writeDayPrices } from '../money/dayPrices.ts';
import type { EnergySource } from '../rules/deviceEnergy.ts';
import type { FlowSource } from '../rules/flowDays.ts';
import { type DayChange, dayStoreOf } from './deviceDays.ts';
import { maybeMetered, writeMeteredDays } from './meteredDays.ts';
import { pruneStates } from './pruneStates.ts';
import {
  type EnergyRecomputation,
  energyRecomputation,
  type FlowRecomputation,
  flowRecomputation,
} from './recomputeDevice.ts';
import { lockSites, writeSiteDays } from './siteTotals.ts';

export interface Place {
  timezone: string;
  latitude: number;
  longitude: number;
}

/**
 * Stores the location that the plant had, in the transaction that changes it: the days of each device keep that location
 * until they are replaced, and reports arriving meanwhile are aggregated with it. `fromDay`: the location is unchanged,
 * and days before this one stay as they are, unless other days are already due to be recomputed.
 */
export async function storeOldLocation(
  tx: Transaction,
  sid: string,
  before: Place,
  fromDay: Day | null = null,
): Promise<void> {
  // In the lock order of reports.
  await tx`select sn from device_live where sid = ${sid} order by sn for update`;
  const [site] = await tx<{ hoursFrom: Day | null }[]>`select hours_from from sites where sid = ${sid}`;
  // A device that never reported gets the new location at once: a first report in progress is retried.
  await tx`
    update device_live set version = version + 1,
      fold = fold + case when at is null then 1 else 0 end,
      fold_timezone = case when at is not null then coalesce(fold_timezone, ${before.timezone}) end,
      fold_latitude = case when at is not null then coalesce(fold_latitude, ${before.latitude}) end,
      fold_longitude = case when at is not null then coalesce(fold_longitude, ${before.longitude}) end,
      fold_from = case when at is not null and ${fromDay}::date is not null and (fold_timezone is null or fold_from is not null)
        then least(fold_from, ${fromDay}::date) end,
      hours_from = case when at is not null then hours_from else ${site?.hoursFrom ?? null}::date end
    where sid = ${sid}`;
  // All serial numbers: only the plant's node knows which ones belong to it.
  await notifyRegistry(tx, ['*']);
}

/**
 * Marks all days of a device for recomputation with the plant's location; call it in the transaction that changed its
 * samples, and enqueue the job.
 */
export async function recomputeDeviceDays(tx: Transaction, { sid, sn }: Key): Promise<void> {
  await tx`
    update device_live l set version = l.version + 1, fold = l.fold + case when l.at is null then 1 else 0 end,
      fold_timezone = case when l.at is not null then coalesce(l.fold_timezone, s.timezone) end,
      fold_latitude = case when l.at is not null then coalesce(l.fold_latitude, s.latitude) end,
      fold_longitude = case when l.at is not null then coalesce(l.fold_longitude, s.longitude) end, fold_from = null
    from sites s where s.sid = l.sid and l.sid = ${sid} and l.sn = ${sn}`;
  await notifyRegistry(tx, [sn]);
}

type Services = Pick<Context, 'sql' | 'log' | 'nudges'>;

/**
 * Replaces the days of all devices that still have an old location, removed ones included: their history stays with the
 * plant. Each device shows its old days until its own transaction commits, and the new ones after that.
 */
export async function recomputeSite({ sql, log, nudges }: Services, work: SiteWork): Promise<void> {
  const { sid } = work;
  /** Devices with a damaged block: their days stay as they are. */
  const damaged: string[] = [];
  const [waiting] = await sql<{ devices: number }[]>`
    select count(*) as devices from device_live where sid = ${sid} and fold_timezone is not null`;
  await work.count(waiting!.devices);
  for (;;) {
    const [next] = await sql<{ sn: string }[]>`
      select sn from device_live where sid = ${sid} and fold_timezone is not null and sn <> all (${damaged}) order by sn limit 1`;
    if (!next) return;
    const key = { sid, sn: next.sn };
    try {
      for (let attempt = 1; !(await recomputeDevice(sql, key, work, attempt)); attempt++) await work.hold();
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      log.error(
        { ...key, reason: error.message },
        'a block of samples is damaged; the days of its device stay as they were',
      );
      damaged.push(next.sn);
      await sql.begin((tx) => work.step(tx, 1));
    }
    nudges.publish([sid]);
  }
}

interface Key {
  sid: string;
  sn: string;
}

interface Device extends Place {
  frameProfile: string | null;
  kind: Kind;
  ratedPowerW: number;
  settings: readonly MeterSetting[];
  batteryMeasuredFrom: Day | null;
  breaks: readonly number[] | null;
  atMs: number;
  foldTimezone: string;
  /** Days before this one stay as they are; null: all days are recomputed. */
  foldFrom: Day | null;
  /** First day with energy by the hour, as set for the plant. */
  hoursFrom: Day | null;
}

/** After this many attempts interrupted by late reports, all samples are aggregated while the device is locked. */
const MAX_UNLOCKED_ATTEMPTS = 3;

/**
 * Aggregates all but the last days without a lock, then locks the device, aggregates the rest and replaces its days.
 * Returns false if a late report, another change of location or the end of a retention period intervened: retry then.
 */
async function recomputeDevice(sql: Sql, key: Key, work: SiteWork, attempt: number): Promise<boolean> {
  const { sid, sn } = key;
  const device = await readDevice(sql, key);
  // Already recomputed by another worker, or deleted with its plant.
  if (!device) return true;
  const retainedFrom = await readRetainedFrom(sql);
  const recomputations = await recomputationsOf(sql, key, device, retainedFrom);
  const { energy, flows } = recomputations;
  const all: Pick<EnergyRecomputation, 'next' | 'days'>[] = [...(energy ? [energy] : []), ...flows.values()];
  const lockedFrom = addDays(localDay(device.atMs, device.foldTimezone), -1);
  const fingerprint = attempt > MAX_UNLOCKED_ATTEMPTS ? '' : await fingerprintOf(sql, key, lockedFrom);
  if (attempt <= MAX_UNLOCKED_ATTEMPTS) {
    const endMs = dayBounds(lockedFrom, device.foldTimezone).startMs;
    for (const recomputation of all) while (await recomputation.next(sql, key, endMs)) await work.hold();
  }
  const outcome = await sql.begin(async (tx) => {
    await tx`select sn from device_live where sid = ${sid} and sn = ${sn} for update`;
    const current = await readDevice(tx, key);
    if (!current) return { retry: false, days: [] };
    const same =
      current.timezone === device.timezone &&
      current.latitude === device.latitude &&
      current.longitude === device.longitude &&
      JSON.stringify(current.breaks) === JSON.stringify(device.breaks) &&
      current.hoursFrom === device.hoursFrom &&
      current.foldFrom === device.foldFrom &&
      (await readRetainedFrom(tx)).power === retainedFrom.power &&
      startsOf(await recomputationsOf(tx, key, current, retainedFrom)) === startsOf(recomputations) &&
      (attempt > MAX_UNLOCKED_ATTEMPTS || (await fingerprintOf(tx, key, lockedFrom)) === fingerprint);
    if (!same) return { retry: true, days: [] };
    for (const recomputation of all) while (await recomputation.next(tx, key, Number.POSITIVE_INFINITY));
    await replaceDays(tx, key, current, recomputations);
    await work.step(tx, 1);
    return { retry: false, days: all.flatMap((recomputation) => recomputation.days()).sort() };
  });
  const [fromDay] = outcome.days;
  const toDay = outcome.days.at(-1);
  if (fromDay && toDay) {
    await pruneStates(sql, [{ ...key, fromDay, toDay }]);
  }
  return !outcome.retry;
}

interface Recomputations {
  /** First recomputed day; null: that of the first sample. */
  fromDay: Day | null;
  /** Null: the device produces nothing. */
  energy: EnergyRecomputation | null;
  /** Recomputations of all flows that the device reported. */
  flows: ReadonlyMap<MeasuredFlow, FlowRecomputation>;
}

async function recomputationsOf(
  sql: Sql | Transaction,
  key: Key,
  device: Device,
  retainedFrom: RetainedFrom,
): Promise<Recomputations> {
  const { foldFrom, kind } = device;
  const continues = foldFrom !== null;
  const span = {
    continues,
    fromDay: continues && foldFrom > (retainedFrom.power ?? '') ? foldFrom : retainedFrom.power,
  };
  const flows = new Map<MeasuredFlow, FlowRecomputation>();
  for (const flow of await storedFlows(sql, key))
    flows.set(flow, await flowRecomputation(sql, key, flow, flowSourceOf(device), span));
  const energy = producesEnergy(kind) ? await energyRecomputation(sql, key, sourceOf(device), span) : null;
  return { fromDay: span.fromDay, energy, flows };
}

/** Returns a text that differs once a late report changed the starting state or reported another flow. */
const startsOf = ({ energy, flows }: Recomputations): string =>
  JSON.stringify([energy?.start, ...[...flows].map(([flow, { start }]) => [flow, start])]);

async function replaceDays(tx: Transaction, key: Key, device: Device, { fromDay, energy, flows }: Recomputations) {
  const { sid, sn } = key;
  const { timezone, atMs } = device;
  const changes: DayChange[] = [];
  // Imported day energies without samples keep their day.
  const days = dayStoreOf(tx, key, (changed) => changes.push(...changed));
  await days.replaceDays(energy ? energy.start.fromDay : fromDay, null, [...(energy?.rows.values() ?? [])]);
  const flowChanges = await replaceFlows(tx, key, device, flows);
  // A device that produces nothing has no energy of today, not 0.
  const day = producesEnergy(device.kind) ? localDay(atMs, timezone) : null;
  await tx`
    update device_live set version = version + 1, fold = fold + 1, fold_timezone = null, fold_latitude = null, fold_longitude = null, fold_from = null,
      hours_from = ${device.hoursFrom}, day = ${day},
      today_wh = coalesce((select energy_wh from device_days where sid = ${sid} and sn = ${sn} and day = ${day}), 0),
      total_wh = coalesce((select sum(${wholeWhOf(tx, tx`energy_wh`)}) from device_days where sid = ${sid} and sn = ${sn}), 0)
    where sid = ${sid} and sn = ${sn}`;
  await notifyRegistry(tx, [sn]);
  await lockSites(tx, [sid]);
  await Promise.all([
    ...writeSiteDays(tx, changes),
    ...writeSiteFlows(tx, flowChanges),
    ...writeMeteredDays(tx, maybeMetered(changes, flowChanges)),
    writeDayPrices(tx, [...changes, ...flowChanges]),
  ]);
  await tx`
    update site_live l set day = x.day,
      today_wh = coalesce((select energy_wh from site_days d where d.sid = ${sid} and d.day = x.day), 0),
      total_wh = coalesce((select sum(${wholeWhOf(tx, tx`energy_wh`)}) from site_days d where d.sid = ${sid}), 0)
    from (
      select greatest((select max(day) from device_live where sid = ${sid}), (select max(day) from site_days where sid = ${sid} and devices = 0)) as day
    ) x
    where l.sid = ${sid}`;
}

async function replaceFlows(
  tx: Transaction,
  key: Key,
  device: Device,
  flows: Recomputations['flows'],
): Promise<FlowChange[]> {
  const changes: FlowChange[] = [];
  const installation = {
    isMeter: device.kind === 'meter',
    settings: device.settings,
    batteryMeasuredFrom: device.batteryMeasuredFrom,
  };
  const flowDevice = { ...key, flowSource: flowSourceOf(device), installation };
  for (const [flow, { rows, start }] of flows) {
    const store = flowStoreOf(tx, flowDevice, flow, (changed) => changes.push(...changed));
    // Imported days without samples stay as imported: they lie before the first sample in any time zone.
    const [first] = [...rows.keys()].sort();
    if (first)
      await store.replaceDays(device.foldFrom === null ? (start.fromDay ?? addDays(first, -1)) : first, null, [
        ...rows.values(),
      ]);
  }
  return changes;
}

/** Returns undefined if the device's days already have the plant's location, or the device is gone. */
async function readDevice(sql: Sql | Transaction, { sid, sn }: Key): Promise<Device | undefined> {
  const [device] = await sql<Device[]>`
    select p.frame_profile, p.kind, p.rated_power_w, ${meterSettings(sql)} as settings, ${batteryMeasuredSince(sql)} as battery_measured_from, ${historyBreaks(sql)} as breaks, s.timezone, s.latitude, s.longitude, s.hours_from, l.fold_timezone,
      case when (l.fold_timezone, l.fold_latitude, l.fold_longitude) = (s.timezone, s.latitude, s.longitude) then l.fold_from end as fold_from,
      (extract(epoch from l.at) * 1000)::int8 as at_ms
    from device_live l join devices d using (sid, sn) join products p on p.id = d.product_id join sites s using (sid)
    where l.sid = ${sid} and l.sn = ${sn} and l.fold_timezone is not null and l.at is not null`;
  return device;
}

function sourceOf({ frameProfile, ratedPowerW, hoursFrom, breaks, ...at }: Device): EnergySource {
  const location = { timeZone: at.timezone, latitude: at.latitude, longitude: at.longitude };
  return { ...energySource(frameProfile, ratedPowerW, location), hoursFrom, ...breaksOf(breaks) };
}

function flowSourceOf({ timezone, kind, ratedPowerW, hoursFrom, breaks }: Device): FlowSource {
  return { timeZone: timezone, mostPowerW: maxFlowW(kind, ratedPowerW), hoursFrom, ...breaksOf(breaks) };
}

/** Returns a text that differs once a sample of an earlier day was added or replaced. */
async function fingerprintOf(sql: Sql | Transaction, { sid, sn }: Key, before: Day): Promise<string> {
  const [row] = await sql<{ fingerprint: string }[]>`
    select coalesce(md5(string_agg(
      concat_ws(' ', day, samples, source, energy_wh, integrated_wh, covered_s, peak_w, peak_at, first_at, last_at), ',' order by day)), '')
      as fingerprint
    from device_days where sid = ${sid} and sn = ${sn} and day < ${before}`;
  const [flows] = await sql<{ fingerprint: string }[]>`
    select coalesce(md5(string_agg(
      concat_ws(' ', flow, day, energy_wh, integrated_wh, spread_wh, source, covered_s), ',' order by flow, day)), '') as fingerprint
    from device_flows where sid = ${sid} and sn = ${sn} and day < ${before}`;
  return `${row!.fingerprint} ${flows!.fingerprint}`;
}
