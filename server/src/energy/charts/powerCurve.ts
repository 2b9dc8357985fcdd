// Computes power over one day in slots and its peak, of a plant or a device, for charts and cards.

import { isLive } from '../../live/liveness.ts';
import { VALID_GRACE_S, VALID_UPLOADS } from '../../live/rules/freshness.ts';
import { devicesWithLive, isProductionMeter, livePower } from '../../live/withLive.ts';
import { type Day, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import { isoAt } from '../../platform/calendar/times.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { wattsOf } from '../../platform/texts/numbers.ts';
import { readSlots, readSlotsOfDays, type Slots } from '../../samples/slots.ts';
import { CURVE_STEP_S, highestSlot, slotsForWire, sumOfDevices } from '../rules/dayCurve.ts';
import { hourlyHistory } from './hourlyHistory.ts';
import { meteredSlots, metersAtModules } from './meteredPower.ts';

/** Slots of one day. */
interface DaySlots {
  fromMs: number;
  /** Not included. */
  toMs: number;
  stepS: number;
  count: number;
}

export function curveSlots(day: Day, zone: string): DaySlots {
  const { startMs, endMs } = dayBounds(day, zone);
  const count = Math.ceil((endMs - startMs) / (CURVE_STEP_S * 1000));
  return { fromMs: startMs, toMs: endMs, stepS: CURVE_STEP_S, count };
}

export interface SiteCurve {
  /** W to a tenth; null: a slot without data, 0: no power. */
  powersW: (number | null)[];
  /** Slots of each device with data, by serial number. */
  byDevice: Map<string, Slots>;
}

/**
 * Returns the sum over the site's inverters, since removed ones included, or over the meters at its modules if no
 * inverter reported. The caller has checked access to the site.
 */
export async function siteCurve(
  sql: Transaction,
  site: { sid: string; timezone: string },
  day: DaySlots,
  at: Date,
): Promise<SiteCurve> {
  const [read, hourly] = await Promise.all([
    readSlots(sql, { ...day, sid: site.sid, names: ['powerW'] }),
    hourlyHistory(sql, site, day),
  ]);
  for (const [sn, powerW] of hourly) read.set(sn, { powerW });
  return curveOf(sql, site, day, at, read, () => metersAtModules(sql, site));
}

/** Returns the curves of several days, as `siteCurve`. */
export async function siteCurves(
  sql: Transaction,
  site: { sid: string; timezone: string },
  days: readonly DaySlots[],
  at: Date,
): Promise<SiteCurve[]> {
  const read = await readSlotsOfDays(sql, { sid: site.sid, names: ['powerW'] }, days);
  let meters: ReturnType<typeof metersAtModules> | undefined;
  const metersOnce = () => {
    meters ??= metersAtModules(sql, site);
    return meters;
  };
  return await Promise.all(days.map((day, n) => curveOf(sql, site, day, at, read[n]!, metersOnce)));
}

async function curveOf(
  sql: Transaction,
  site: { sid: string; timezone: string },
  { fromMs, toMs, stepS, count }: DaySlots,
  at: Date,
  read: Awaited<ReturnType<typeof readSlots>>,
  meters: () => ReturnType<typeof metersAtModules>,
): Promise<SiteCurve> {
  const byDevice = new Map([...read].flatMap(([sn, { powerW }]) => (powerW ? [[sn, powerW] as const] : [])));
  const now = Math.floor((at.getTime() - fromMs) / (stepS * 1000));
  const means = [...byDevice.values()].map(({ mean }) => mean);
  const hasInverterData = means.some((mean) => !mean.every(Number.isNaN));
  const measured = hasInverterData ? means : await meteredSlots(sql, site, { fromMs, toMs, stepS }, await meters());
  return { powersW: sumOfDevices(measured, count, { now, stepS }).map(wattsOf), byDevice };
}

/** Current power of a plant's modules, as lists show it, with the age of its values. */
export interface ProducedNow {
  /** Null: no device that reports it is live; the instants are null as well. */
  powerW: number | null;
  oldest: Date | null;
  newest: Date | null;
  /** Until when all included values are fresh enough to be added to newer ones. */
  freshUntil: Date | null;
}

export async function producedNow(sql: Transaction, sid: string, at: Date): Promise<ProducedNow> {
  const live = isLive(sql, at);
  const ofProducers = (value: Fragment) =>
    sql`coalesce(${value} filter (where ${live} and l.power_w is not null), ${value} filter (where ${live} and ${isProductionMeter(sql)}))`;
  const [row] = await sql<ProducedNow[]>`
    select ${livePower(sql, at)}::float8 as power_w, ${ofProducers(sql`min(l.at)`)} as oldest, ${ofProducers(sql`max(l.at)`)} as newest,
      ${ofProducers(sql`min(l.at + (l.upload_every_s * ${VALID_UPLOADS}::float8 + ${VALID_GRACE_S}) * interval '1 second')`)} as fresh_until
    from ${devicesWithLive(sql)} where d.sid = ${sid} and d.removed_at is null`;
  return row!;
}

/** Returns only the watts of `producedNow`. */
export async function siteNow(sql: Transaction, sid: string, at: Date): Promise<number | null> {
  return (await producedNow(sql, sid, at)).powerW;
}

/** Returns the curve of one device, W to a tenth by slot. */
export async function deviceCurve(
  sql: Transaction,
  { sid, sn, timezone }: { sid: string; sn: string; timezone: string },
  { fromMs, toMs, stepS, count }: DaySlots,
): Promise<(number | null)[]> {
  const [read, hourly] = await Promise.all([
    readSlots(sql, { fromMs, toMs, stepS, sid, sns: [sn], names: ['powerW'] }),
    hourlyHistory(sql, { sid, timezone }, { fromMs, toMs, stepS, count }, sn),
  ]);
  const powerW = hourly.get(sn);
  return curveOfSlots(powerW ? { powerW } : read.get(sn), { count });
}

/** Returns the curve from slots of a device's `powerW`; null in slots without a value. */
export const curveOfSlots = (read: { powerW?: Slots } | undefined, { count }: Pick<DaySlots, 'count'>) =>
  slotsForWire(read?.powerW?.mean, count);

/** Returns the curves of several days, as `deviceCurve`. */
export async function deviceCurves(
  sql: Transaction,
  { sid, sn }: { sid: string; sn: string },
  days: readonly DaySlots[],
): Promise<(number | null)[][]> {
  const read = await readSlotsOfDays(sql, { sid, sns: [sn], names: ['powerW'] }, days);
  return days.map((day, n) => curveOfSlots(read[n]!.get(sn), day));
}

/** Watts to a tenth and their time: the start of the slot, or the newest report. */
export interface Peak {
  powerW: number;
  atIso: string;
}

/**
 * Returns the highest power of the drawn curve and of `live`, the newest value of a day that is not over, which its last
 * slot may not include yet. Null: the day has no value.
 */
export function peakOf(
  powersW: readonly (number | null)[],
  { fromMs, stepS }: Pick<DaySlots, 'fromMs' | 'stepS'>,
  zone: string,
  live: { powerW: number | null; at: Date | null } | null,
): Peak | null {
  const slot = highestSlot(powersW);
  const drawnW = powersW[slot] ?? null;
  const nowW = wattsOf(live?.powerW ?? null);
  if (live?.at && nowW !== null && (drawnW === null || nowW > drawnW)) {
    return { powerW: nowW, atIso: isoAt(live.at.getTime(), zone) };
  }
  return drawnW === null ? null : { powerW: drawnW, atIso: isoAt(fromMs + slot * stepS * 1000, zone) };
}
