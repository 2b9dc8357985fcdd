// A plant got another time zone or place, or a price by the hour: its days begin elsewhere, or need their hours, so they are recomputed from the samples, device by device.
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
import { Damaged } from '../../samples/bytes.ts';
import { type RetainedFrom, readRetainedFrom } from '../../samples/retention.ts';
import { type FlowChange, flowStoreOf, storedFlows } from '../flows/deviceFlowDays.ts';
import { writeSiteFlows } from '../flows/siteFlows.ts';
import { writeDayPrices } from '../money/dayPrices.ts';
import type { EnergySource } from '../rules/deviceEnergy.ts';
import type { FlowSource } from '../rules/flowEnergy.ts';
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
 * Call it in the transaction that moves a plant, with the place that it had: its devices' days stay with that place
 * until each device's are exchanged, and reports meanwhile are folded as the days before them. `fromDay`: the place is
 * the same, and days before this one stay as they are, unless others wait to be recomputed as well.
 */
export async function storeOldLocation(
  tx: Transaction,
  sid: string,
  before: Place,
  fromDay: Day | null = null,
): Promise<void> {
  // In the order in which reports lock them.
  await tx`select sn from device_live where sid = ${sid} order by sn for update`;
  const [site] = await tx<{ hoursFrom: Day | null }[]>`select hours_from from sites where sid = ${sid}`;
  // One that never reported is with the new place at once: a first report that is under way is read again.
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
  // All: numbers of a plant are a question to its node.
  await notifyRegistry(tx, ['*']);
}

/** All days of a device are recomputed, with the place that the plant has; call it in the transaction that changed its samples, and ask for the job. */
export async function recomputeDeviceDays(tx: Transaction, { sid, sn }: Key): Promise<void> {
  await tx`
    update device_live l set version = l.version + 1, fold = l.fold + case when l.at is null then 1 else 0 end,
      fold_timezone = case when l.at is not null then coalesce(l.fold_timezone, s.timezone) end,
      fold_latitude = case when l.at is not null then coalesce(l.fold_latitude, s.latitude) end,
      fold_longitude = case when l.at is not null then coalesce(l.fold_longitude, s.longitude) end, fold_from = null
    from sites s where s.sid = l.sid and l.sid = ${sid} and l.sn = ${sn}`;
  await notifyRegistry(tx, [sn]);
}

type Door = Pick<Context, 'sql' | 'log' | 'nudges'>;

/**
 * Exchanges the days of all devices that are still with an old place, released ones too: their history stays with the
 * plant. What each device shows is the old days until its own transaction, and the new ones after it.
 */
export async function recomputeSite({ sql, log, nudges }: Door, work: SiteWork): Promise<void> {
  const { sid } = work;
  /** Days beside a damaged block stay as they are. */
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
      for (let tries = 1; !(await recomputeDevice(sql, key, work, tries)); tries++) await work.hold();
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      log.error(
        { ...key, reason: error.message },
        'a block of samples is damaged; the days of its device stay as they were',
      );
      damaged.push(next.sn);
      await sql.begin((tx) => work.step(tx, 1));
    }
    nudges.tell([sid]);
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
  toldFrom: Day | null;
  breaks: readonly number[] | null;
  atMs: number;
  foldTimezone: string;
  /** Days before this one stay as they are; null: none does. */
  foldFrom: Day | null;
  /** Of its plant: from which day on the new days have hours. */
  hoursFrom: Day | null;
}

/** After so many tries in which late reports came between, all of it is done while the device is locked. */
const TRIES = 3;

/**
 * Folds all but the last days without any lock, then locks the device, folds the rest and exchanges its days. False: a
 * late report, another move or the end of a retention came between, and it is to be done again.
 */
async function recomputeDevice(sql: Sql, key: Key, work: SiteWork, tries: number): Promise<boolean> {
  const { sid, sn } = key;
  const device = await readDevice(sql, key);
  // Released from its place by the exchange of another, or gone with its plant.
  if (!device) return true;
  const kept = await readRetainedFrom(sql);
  const foldings = await foldingsOf(sql, key, device, kept);
  const { energy, flows } = foldings;
  const each: Pick<EnergyRecomputation, 'next' | 'days'>[] = [...(energy ? [energy] : []), ...flows.values()];
  const quietFrom = addDays(localDay(device.atMs, device.foldTimezone), -1);
  const marks = tries > TRIES ? '' : await marksOf(sql, key, quietFrom);
  if (tries <= TRIES) {
    const endMs = dayBounds(quietFrom, device.foldTimezone).startMs;
    for (const folding of each) while (await folding.next(sql, key, endMs)) await work.hold();
  }
  const done = await sql.begin(async (tx) => {
    await tx`select sn from device_live where sid = ${sid} and sn = ${sn} for update`;
    const now = await readDevice(tx, key);
    if (!now) return { again: false, days: [] };
    const same =
      now.timezone === device.timezone &&
      now.latitude === device.latitude &&
      now.longitude === device.longitude &&
      JSON.stringify(now.breaks) === JSON.stringify(device.breaks) &&
      now.hoursFrom === device.hoursFrom &&
      now.foldFrom === device.foldFrom &&
      (await readRetainedFrom(tx)).power === kept.power &&
      beginsOf(await foldingsOf(tx, key, now, kept)) === beginsOf(foldings) &&
      (tries > TRIES || (await marksOf(tx, key, quietFrom)) === marks);
    if (!same) return { again: true, days: [] };
    for (const folding of each) while (await folding.next(tx, key, Number.POSITIVE_INFINITY));
    await exchange(tx, key, now, foldings);
    await work.step(tx, 1);
    return { again: false, days: each.flatMap((folding) => folding.days()).sort() };
  });
  const [fromDay] = done.days;
  const toDay = done.days.at(-1);
  if (fromDay && toDay) {
    await pruneStates(sql, [{ ...key, fromDay, toDay }]);
  }
  return !done.again;
}

interface Foldings {
  /** The first day that is folded; null: that of the first sample. */
  fromDay: Day | null;
  /** Null: it makes nothing. */
  energy: EnergyRecomputation | null;
  /** Of all that it told. */
  flows: ReadonlyMap<MeasuredFlow, FlowRecomputation>;
}

async function foldingsOf(sql: Sql | Transaction, key: Key, device: Device, kept: RetainedFrom): Promise<Foldings> {
  const { foldFrom, kind } = device;
  const goesOn = foldFrom !== null;
  const span = { goesOn, fromDay: goesOn && foldFrom > (kept.power ?? '') ? foldFrom : kept.power };
  const flows = new Map<MeasuredFlow, FlowRecomputation>();
  for (const flow of await storedFlows(sql, key))
    flows.set(flow, await flowRecomputation(sql, key, flow, flowSourceOf(device), span));
  const energy = producesEnergy(kind) ? await energyRecomputation(sql, key, sourceOf(device), span) : null;
  return { fromDay: span.fromDay, energy, flows };
}

/** Another text when a late report changed what was gone on from, or told of another flow. */
const beginsOf = ({ energy, flows }: Foldings): string =>
  JSON.stringify([energy?.begin, ...[...flows].map(([flow, { begin }]) => [flow, begin])]);

async function exchange(tx: Transaction, key: Key, device: Device, { fromDay, energy, flows }: Foldings) {
  const { sid, sn } = key;
  const { timezone, atMs } = device;
  const changes: DayChange[] = [];
  // Day energies that were imported without samples keep their day.
  const days = dayStoreOf(tx, key, (changed) => changes.push(...changed));
  await days.replaceDays(energy ? energy.begin.fromDay : fromDay, null, [...(energy?.rows.values() ?? [])]);
  const flowChanges = await exchangeFlows(tx, key, device, flows);
  // What makes nothing has no energy of today, not 0.
  const day = producesEnergy(device.kind) ? localDay(atMs, timezone) : null;
  await tx`
    update device_live set version = version + 1, fold = fold + 1, fold_timezone = null, fold_latitude = null, fold_longitude = null, fold_from = null,
      hours_from = ${device.hoursFrom}, day = ${day},
      today_wh = coalesce((select energy_wh from device_days where sid = ${sid} and sn = ${sn} and day = ${day}), 0),
      total_wh = coalesce((select round(sum(energy_wh)::numeric, 6) from device_days where sid = ${sid} and sn = ${sn}), 0)
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
      total_wh = coalesce((select round(sum(energy_wh)::numeric, 6) from site_days d where d.sid = ${sid}), 0)
    from (
      select greatest((select max(day) from device_live where sid = ${sid}), (select max(day) from site_days where sid = ${sid} and devices = 0)) as day
    ) x
    where l.sid = ${sid}`;
}

async function exchangeFlows(
  tx: Transaction,
  key: Key,
  device: Device,
  flows: Foldings['flows'],
): Promise<FlowChange[]> {
  const changes: FlowChange[] = [];
  const installation = { isMeter: device.kind === 'meter', settings: device.settings, toldFrom: device.toldFrom };
  const folded = { ...key, flowSource: flowSourceOf(device), installation };
  for (const [flow, { rows, begin }] of flows) {
    const store = flowStoreOf(tx, folded, flow, (changed) => changes.push(...changed));
    // Days of an export that no sample tells of stay as they came: they lie before the first sample, whatever the place.
    const [first] = [...rows.keys()].sort();
    if (first)
      await store.replaceDays(device.foldFrom === null ? (begin.fromDay ?? addDays(first, -1)) : first, null, [
        ...rows.values(),
      ]);
  }
  return changes;
}

/** Undefined: its days are with its plant's place, or it is gone. */
async function readDevice(sql: Sql | Transaction, { sid, sn }: Key): Promise<Device | undefined> {
  const [device] = await sql<Device[]>`
    select p.frame_profile, p.kind, p.rated_power_w, ${meterSettings(sql)} as settings, ${batteryMeasuredSince(sql)} as told_from, ${historyBreaks(sql)} as breaks, s.timezone, s.latitude, s.longitude, s.hours_from, l.fold_timezone,
      case when (l.fold_timezone, l.fold_latitude, l.fold_longitude) = (s.timezone, s.latitude, s.longitude) then l.fold_from end as fold_from,
      (extract(epoch from l.at) * 1000)::int8 as at_ms
    from device_live l join devices d using (sid, sn) join products p on p.id = d.product_id join sites s using (sid)
    where l.sid = ${sid} and l.sn = ${sn} and l.fold_timezone is not null and l.at is not null`;
  return device;
}

function sourceOf({ frameProfile, ratedPowerW, hoursFrom, breaks, ...at }: Device): EnergySource {
  const place = { timeZone: at.timezone, latitude: at.latitude, longitude: at.longitude };
  return { ...energySource(frameProfile, ratedPowerW, place), hoursFrom, ...breaksOf(breaks) };
}

function flowSourceOf({ timezone, kind, ratedPowerW, hoursFrom, breaks }: Device): FlowSource {
  return { timeZone: timezone, mostPowerW: maxFlowW(kind, ratedPowerW), hoursFrom, ...breaksOf(breaks) };
}

/** Another text when a sample of an earlier day came, or one was replaced, meanwhile. */
async function marksOf(sql: Sql | Transaction, { sid, sn }: Key, before: Day): Promise<string> {
  const [row] = await sql<{ marks: string }[]>`
    select coalesce(md5(string_agg(
      concat_ws(' ', day, samples, source, energy_wh, integrated_wh, covered_s, peak_w, peak_at, first_at, last_at), ',' order by day)), '')
      as marks
    from device_days where sid = ${sid} and sn = ${sn} and day < ${before}`;
  const [flows] = await sql<{ marks: string }[]>`
    select coalesce(md5(string_agg(
      concat_ws(' ', flow, day, energy_wh, integrated_wh, spread_wh, source, covered_s), ',' order by flow, day)), '') as marks
    from device_flows where sid = ${sid} and sn = ${sn} and day < ${before}`;
  return `${row!.marks} ${flows!.marks}`;
}
