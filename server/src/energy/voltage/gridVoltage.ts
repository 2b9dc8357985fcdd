// Reads the grid voltage of a device in ten-minute means and computes the loss by throttling, for the page, the file and its totals.
import { MEAN_S, VOLTAGE_LINES, type VoltageLine } from '@heliograph/contract/gridVoltage.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { Device } from '../../access/accessibleDevice.ts';
import { type Kind, producesEnergy } from '../../families/kinds.ts';
import { addDays, type Day, dayBounds, eachDay } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { readSlots, readSlotsOfDays, type Slots } from '../../samples/slots.ts';
import { comparedModules } from '../charts/moduleCurve.ts';
import { clearSkyOf, defaultOrientation, type Plane } from '../rules/clearSky.ts';
import { countryVoltage } from './rules/countryVoltage.ts';
import { aboveLimit, nominalOf, type VoltageSlots } from './rules/gridVoltage.ts';
import { type LossBasis, reachesLimit, shapeOf, type Throttling, throttlingOf, warmed } from './rules/throttling.ts';

const QUANTITY_OF: Record<VoltageLine, QuantityName> = {
  grid: 'gridVoltageV',
  l1: 'l1VoltageV',
  l2: 'l2VoltageV',
  l3: 'l3VoltageV',
  l12: 'l12VoltageV',
  l23: 'l23VoltageV',
  l31: 'l31VoltageV',
};
/** Days before each one that show the device's own curve. */
const SHAPE_DAYS = 30;
/** Other producers of the plant that show what a throttled one would have produced. */
const MAX_NEIGHBOURS = 6;

/** Error bits by which a device reports that the grid voltage is too high. */
const TOO_HIGH = ['0040', '0100'];

const VOLTAGES = VOLTAGE_LINES.map((line) => QUANTITY_OF[line]);
const NAMES = [...VOLTAGES, 'powerW' as const];

/** What the loss by a high grid voltage needs to know of a device and its plant. */
export type VoltageDevice = Pick<
  Device,
  'sid' | 'sn' | 'kind' | 'timezone' | 'latitude' | 'longitude' | 'tiltDeg' | 'azimuthDeg'
>;

export interface VoltageDay extends VoltageSlots, Throttling {
  day: Day;
  fromMs: number;
  above: Uint8Array;
}

interface ErrorOfDevice {
  sn: string;
  openedAt: Date;
  closedAt: Date | null;
}

export interface VoltageSetting {
  nominalV: number;
  basis: 'asked' | 'country';
  placement: 'placement' | 'assumed';
}

interface VoltageRequest {
  start: Day;
  end: Day;
  nominal: number | undefined;
  at: Date;
}

/**
 * Reads the days one by one, as slots start at midnight of each day. The loss of a day depends on the days before it and not on
 * the other days requested, so that it is the same wherever it is shown. The caller has checked access to the device.
 */
export async function voltageDays(
  sql: Transaction,
  device: VoltageDevice,
  { start, end, nominal, at }: VoltageRequest,
): Promise<VoltageSetting & { days: VoltageDay[] }> {
  const { sid, sn, timezone } = device;
  const first = addDays(start, -SHAPE_DAYS);
  const isProducer = producesEnergy(device.kind);
  const [nominalV, modules, others] = await Promise.all([
    nominal ?? nominalVoltageOf(sql, sid),
    comparedModules(sql, sid, at),
    isProducer ? neighboursOf(sql, device) : [],
  ]);
  const errors = await tooHighErrors(sql, { sid, timezone }, [sn, ...others], { start: first, end });
  const { isPlaced, planes } = planesOf(device, modules);
  const clearSkyW = clearSkyOf(device, planes);
  const read = { nominalV, errors, clearSkyW };
  const before = isProducer ? await ownDays(sql, device, eachDay(first, addDays(start, -1)), read) : [];
  const requested: (VoltageSlots & { day: Day; beside: VoltageSlots[] })[] = [];
  for (const day of eachDay(start, end)) {
    const [own, ...beside] = await slotsOfDay(sql, device, day, { ...read, sns: [sn, ...others] });
    requested.push({ ...own!, day, beside });
  }
  const all: VoltageSlots[] = [...before, ...requested];
  return {
    nominalV,
    basis: nominal === undefined ? 'country' : 'asked',
    placement: isPlaced || (device.tiltDeg !== null && device.azimuthDeg !== null) ? 'placement' : 'assumed',
    days: requested.map(({ beside, ...slots }, n) => ({
      ...slots,
      fromMs: dayBounds(slots.day, timezone).startMs,
      above: aboveLimit(slots),
      ...throttlingOf(slots, beside, shapeOf(all.slice(n, n + before.length + 1))),
    })),
  };
}

async function nominalVoltageOf(sql: Transaction, sid: string): Promise<number> {
  const [site] = await sql<{ countryCode: string }[]>`select country_code from sites where sid = ${sid}`;
  return countryVoltage(site!.countryCode);
}

/** Returns the times on days, both included, at which devices reported that the voltage was too high. */
async function tooHighErrors(
  sql: Transaction,
  { sid, timezone }: Pick<VoltageDevice, 'sid' | 'timezone'>,
  sns: readonly string[],
  { start, end }: { start: Day; end: Day },
): Promise<ErrorOfDevice[]> {
  return await sql<ErrorOfDevice[]>`
    select sn, opened_at, closed_at from events
    where sid = ${sid} and sn = any (${textArray(sns)}::text[]) and code = any (${TOO_HIGH}::text[])
      and opened_at < ${new Date(dayBounds(end, timezone).endMs)}
      and (closed_at is null or closed_at > ${new Date(dayBounds(start, timezone).startMs)})`;
}

/** Returns which of these producers the grid voltage may have throttled on days, both included: it reached the limit, or they reported so. */
export async function devicesAtLimit(
  sql: Transaction,
  plant: Pick<VoltageDevice, 'sid' | 'timezone'>,
  sns: readonly string[],
  days: { start: Day; end: Day },
): Promise<Set<string>> {
  const { sid, timezone } = plant;
  const nominalV = await nominalVoltageOf(sql, sid);
  const found = new Set((await tooHighErrors(sql, plant, sns, days)).map(({ sn }) => sn));
  for (const day of eachDay(days.start, days.end)) {
    const { startMs: fromMs, endMs: toMs } = dayBounds(day, timezone);
    const rest = sns.filter((sn) => !found.has(sn));
    const slots = await readSlots(sql, { sid, sns: rest, fromMs, toMs, stepS: MEAN_S, names: VOLTAGES });
    for (const [sn, slotsByName] of slots) if (reachesLimit(linesOf(slotsByName, nominalV))) found.add(sn);
  }
  return found;
}

/** Returns producers of the plant other than the device, in the order of their serial numbers, spread over all of them. */
async function neighboursOf(sql: Transaction, { sid, sn }: VoltageDevice): Promise<string[]> {
  const producers = await sql<{ sn: string; kind: Kind }[]>`
    select d.sn, p.kind from devices d join products p on p.id = d.product_id
    where d.sid = ${sid} and d.sn <> ${sn} and d.removed_at is null order by d.sn`;
  const sns = producers.flatMap(({ sn, kind }) => (producesEnergy(kind) ? [sn] : []));
  const step = Math.max(1, sns.length / MAX_NEIGHBOURS);
  return Array.from({ length: Math.min(sns.length, MAX_NEIGHBOURS) }, (_, n) => sns[Math.floor(n * step)]!);
}

function planesOf(
  device: VoltageDevice,
  modules: readonly { sn: string; tilt: number | null; azimuth: number | null }[],
): { isPlaced: boolean; planes: Plane[] } {
  const own = modules.filter((module) => module.sn === device.sn);
  const isPlaced = own.length > 0 && own.every(({ tilt, azimuth }) => tilt !== null && azimuth !== null);
  const defaults = defaultOrientation(device.latitude);
  const planes = (isPlaced ? own : [{ tilt: null, azimuth: null }]).map(({ tilt, azimuth }) => ({
    peakW: 1,
    ratedW: Number.POSITIVE_INFINITY,
    tiltDeg: tilt ?? device.tiltDeg ?? defaults.tiltDeg,
    azimuthDeg: azimuth ?? device.azimuthDeg ?? defaults.azimuthDeg,
  }));
  return { isPlaced, planes };
}

interface Reading {
  nominalV: number;
  errors: readonly ErrorOfDevice[];
  clearSkyW: (atMs: number) => number;
}

type SlotsByName = Partial<Record<QuantityName, Slots>>;

/** Returns the slots of a day by device, in the order of `sns`. */
async function slotsOfDay(
  sql: Transaction,
  { sid, timezone, kind }: VoltageDevice,
  day: Day,
  { sns, ...read }: Reading & { sns: readonly string[] },
): Promise<VoltageSlots[]> {
  const { startMs, endMs } = dayBounds(day, timezone);
  const slots = await readSlots(sql, { sid, sns, fromMs: startMs, toMs: endMs, stepS: MEAN_S, names: NAMES });
  const clearW = clearOfDay({ startMs, endMs }, read);
  return sns.map((sn) => voltageSlots(slots.get(sn) ?? {}, { sn, kind, startMs, clearW }, read));
}

/** Returns the slots of several days of the device. */
async function ownDays(
  sql: Transaction,
  { sid, sn, timezone, kind }: VoltageDevice,
  days: readonly Day[],
  read: Reading,
): Promise<VoltageSlots[]> {
  const bounds = days.map((day) => dayBounds(day, timezone));
  const spans = bounds.map(({ startMs, endMs }) => ({ fromMs: startMs, toMs: endMs, stepS: MEAN_S }));
  const slots = await readSlotsOfDays(sql, { sid, sns: [sn], names: NAMES }, spans);
  return bounds.map(({ startMs, endMs }, n) => {
    const clearW = clearOfDay({ startMs, endMs }, read);
    return voltageSlots(slots[n]?.get(sn) ?? {}, { sn, kind, startMs, clearW }, read);
  });
}

function clearOfDay({ startMs, endMs }: { startMs: number; endMs: number }, { clearSkyW }: Reading): Float64Array {
  const count = Math.ceil((endMs - startMs) / (MEAN_S * 1000));
  return warmed(Float64Array.from({ length: count }, (_, slot) => clearSkyW(startMs + (slot + 0.5) * MEAN_S * 1000)));
}

function voltageSlots(
  slotsByName: SlotsByName,
  { sn, kind, startMs, clearW }: { sn: string; kind: Kind; startMs: number; clearW: Float64Array },
  { nominalV, errors }: Reading,
): VoltageSlots {
  const none = new Float64Array(clearW.length).fill(Number.NaN);
  return {
    stepS: MEAN_S,
    lines: linesOf(slotsByName, nominalV),
    saidTooHigh: errorSlots(
      errors.filter((error) => error.sn === sn),
      startMs,
      clearW.length,
    ),
    powerW: producesEnergy(kind) ? (slotsByName.powerW?.mean ?? none) : null,
    lowW: slotsByName.powerW?.min ?? none,
    highW: slotsByName.powerW?.max ?? none,
    clearW,
  };
}

const linesOf = (slotsByName: SlotsByName, phaseV: number): VoltageSlots['lines'] =>
  VOLTAGE_LINES.flatMap((line) => {
    const volts = slotsByName[QUANTITY_OF[line]]?.mean;
    return volts?.some((value) => value > 0) ? [{ line, volts, nominalV: nominalOf(line, volts, phaseV) }] : [];
  });

function errorSlots(
  errors: readonly { openedAt: Date; closedAt: Date | null }[],
  fromMs: number,
  count: number,
): Uint8Array {
  const flags = new Uint8Array(count);
  const slotOf = (ms: number) => Math.max(0, (ms - fromMs) / (MEAN_S * 1000));
  for (const { openedAt, closedAt } of errors) {
    const until = closedAt === null ? count : Math.ceil(slotOf(closedAt.getTime()));
    flags.fill(1, Math.floor(slotOf(openedAt.getTime())), Math.min(count, until));
  }
  return flags;
}

export interface Throttled {
  hours: number;
  /** Null: unknown. */
  lostWh: number | null;
  unknown: number;
  /** What the loss was estimated by; null: not at all. */
  basis: LossBasis | null;
}

/** Returns hours and loss by throttling of each day, both included. The caller has checked access to the device. */
export async function throttlingByDay(
  sql: Transaction,
  device: VoltageDevice,
  { start, end, at }: { start: Day; end: Day; at: Date },
): Promise<(Throttled & { day: Day })[]> {
  const { days } = await voltageDays(sql, device, { start, end, nominal: undefined, at });
  return days.map((day) => ({ day: day.day, ...throttledOn([day]) }));
}

/** Sums up the throttled hours and lost energy of days; `unknown`: number of throttled slots without an estimate. */
export function throttledOn(days: readonly VoltageDay[]): Throttled {
  let slots = 0;
  let unknown = 0;
  let lostWh = 0;
  for (const { throttled, expectedW, powerW, stepS } of days) {
    for (let slot = 0; slot < throttled.length; slot++) {
      if (throttled[slot] === 0) continue;
      slots++;
      const actualW = powerW?.[slot] ?? Number.NaN;
      const expectedPowerW = expectedW[slot]!;
      if (Number.isNaN(expectedPowerW) || Number.isNaN(actualW)) unknown++;
      else lostWh += (Math.max(0, expectedPowerW - actualW) * stepS) / 3600;
    }
  }
  const producesNothing = days.every(({ powerW }) => powerW === null);
  return {
    hours: (slots * MEAN_S) / 3600,
    lostWh: producesNothing || (slots > 0 && unknown === slots) ? null : lostWh,
    unknown: producesNothing ? 0 : unknown,
    basis: (['neighbours', 'ownCurve'] as const).find((basis) => days.some((day) => day.basis === basis)) ?? null,
  };
}
