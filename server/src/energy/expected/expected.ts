// Computes the power of a plant under a clear sky over a day in slots, and its energy, from the sun, the orientation of its modules and its own clear days.
import type { ExpectedBasis } from '@heliograph/contract/entities/statistics.ts';
import { type Kind, producesEnergy } from '../../families/kinds.ts';
import { type ModuleRow, moduleRows } from '../../installation/modules.ts';
import { type Input, modulesOf, type Orientation, resolveOrientation } from '../../installation/rules/orientation.ts';
import {
  type Day,
  dayBounds,
  firstDayOfMonth,
  localDay,
  type Month,
  monthOf,
} from '../../platform/calendar/rules/localDays.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { wattsOf } from '../../platform/texts/numbers.ts';
import { type ClearDays, factorAt } from '../rules/clearDays.ts';
import { clearSkyOf, defaultOrientation, type Plane } from '../rules/clearSky.ts';
import { type ClearDaysRequest, clearDaysAmong, daysAround } from './clearDays.ts';

interface Place {
  sid: string;
  timezone: string;
  latitude: number;
  longitude: number;
  powerMaxW: number;
}

export interface Expected {
  /** W to a tenth; null while the sun is down. */
  data: (number | null)[];
  basis: ExpectedBasis;
  /** Number of clear days that it is based on; 0: none. */
  clearDays: number;
}

/** Part of the plant; empty: the whole plant. */
interface Part {
  sn?: string | undefined;
  input?: Input | undefined;
  /** Devices of the plant, if the caller has already queried them. */
  producers?: PromiseLike<readonly Producer[]> | undefined;
}

interface DevicePlane {
  tiltDeg: number | null;
  azimuthDeg: number | null;
  ratedPowerW: number;
  /** Omitted: the whole device. */
  input?: Input;
}

/** Properties of a device that the plant's expected power depends on. */
export interface Producer extends DevicePlane, Orientation {
  sn: string;
  kind: Kind;
  /** Number of inputs of its product; 0: the device reports it. */
  inputs: number;
  isAtModules: boolean;
}

/**
 * Returns the expected power of the plant, of one of its current devices, or of one input: the plane of the input with
 * the clear days of its device. Null: one of several producing devices has an unknown rated power (for the plant: only
 * where their orientations differ), no device reports production, or there is no peak power to share. The caller has
 * checked access to the site.
 */
export async function expectedPower(
  sql: Transaction,
  site: Place,
  { fromMs, stepS, count }: { fromMs: number; stepS: number; count: number },
  request: ClearDaysRequest,
  { sn, input, producers }: Part = {},
): Promise<Expected | null> {
  const [plant, candidates] = await Promise.all([
    planesOfPlant(sql, site, { sn, input, producers }),
    daysAround(sql, site, monthOf(localDay(fromMs, site.timezone)), request.at),
  ]);
  if (!plant?.drawn) return null;
  const { drawn } = plant;
  const clear = await clearDaysAmong(sql, { ...site, planes: plant.planes, sn }, candidates, request);
  const expectedW = expectedOf(site, drawn, clear);
  const data = Array.from({ length: count }, (_, slot) => {
    const powerW = expectedW(fromMs + (slot + 0.5) * stepS * 1000);
    return powerW > 0 ? wattsOf(powerW) : null;
  });
  return { data, basis: clear ? 'measured' : plant.basis, clearDays: clear?.days ?? 0 };
}

/**
 * Returns the expected power from module orientations alone: comparing measurements with it shows whether they are
 * right.
 */
export async function placedPower(
  sql: Transaction,
  site: Place,
  { fromMs, stepS, count }: { fromMs: number; stepS: number; count: number },
): Promise<(number | null)[] | null> {
  const plant = await planesOfPlant(sql, site);
  if (!plant) return null;
  const clearSkyW = clearSkyOf(site, plant.planes);
  return Array.from({ length: count }, (_, slot) => {
    const powerW = clearSkyW(fromMs + (slot + 0.5) * stepS * 1000);
    return powerW > 0 ? wattsOf(powerW) : null;
  });
}

/**
 * Returns the level of a device's clear days of a month and of the sixty days before it: measured energy relative to
 * that of a clear sky. Null: too few days were clear, or as for `expectedPower`.
 */
export async function clearSkyLevel(
  sql: Transaction,
  device: Place & { sn: string },
  month: Month,
  at: Date,
): Promise<{ level: number; clearWh: number; days: number } | null> {
  const [plant, candidates] = await Promise.all([
    planesOfPlant(sql, device, { sn: device.sn }),
    daysAround(sql, device, month, at),
  ]);
  const clear = plant && (await clearDaysAmong(sql, { ...device, planes: plant.planes }, candidates, { at }));
  if (!clear) return null;
  const clearSkyW = clearSkyOf(device, plant.planes);
  let clearWh = 0;
  let measuredWh = 0;
  const { startMs, endMs } = dayBounds(firstDayOfMonth(month), device.timezone);
  for (let ms = startMs + ENERGY_STEP_MS / 2; ms < endMs; ms += ENERGY_STEP_MS) {
    const wh = (clearSkyW(ms) * ENERGY_STEP_MS) / 3_600_000;
    clearWh += wh;
    measuredWh += wh * factorAt(clear, ms);
  }
  return clearWh > 0 ? { level: measuredWh / clearWh, clearWh, days: clear.days } : null;
}

/**
 * Returns the expected power by instant: clear-sky power scaled by what clear days measured at that time, at most the
 * rated power of the inverters.
 */
function expectedOf(site: Place, planes: readonly Plane[], clear: ClearDays | null): (atMs: number) => number {
  const clearSkyW = clearSkyOf(site, planes);
  if (clear === null) return clearSkyW;
  const maxW = planes.reduce((sum, { ratedW }) => sum + ratedW, 0);
  return (atMs) => {
    const powerW = clearSkyW(atMs);
    return powerW <= 0 ? powerW : Math.min(maxW, powerW * factorAt(clear, atMs));
  };
}

/** Step of a day's energy: a quarter of an hour is within a thousandth of the curve's five minutes. */
const ENERGY_STEP_MS = 900_000;

/** Returns the Wh of each day under a clear sky, of today until now; null as for `expectedPower`. */
export async function expectedEnergy(
  sql: Transaction,
  site: Place,
  days: readonly Day[],
  at: Date,
): Promise<{ byDay: Map<Day, number>; basis: ExpectedBasis; clearDays: number } | null> {
  const plant = await planesOfPlant(sql, site);
  if (!plant) return null;
  const today = localDay(at.getTime(), site.timezone);
  const clear = await clearDaysByMonth(sql, { ...site, planes: plant.planes }, days, at);
  // The same date in another year has the same energy to within a thousandth.
  const byDate = new Map<string, number>();
  const byDay = new Map<Day, number>();
  for (const day of days) {
    const date = day.slice(5);
    const cached = day === today ? undefined : byDate.get(date);
    const energyWh =
      cached ?? energyOfDay(day, site, { planes: plant.planes, clear: clear.get(day.slice(5, 7)) ?? null }, at);
    if (day !== today) byDate.set(date, energyWh);
    byDay.set(day, energyWh);
  }
  const measured = [...clear.values()].map((ofMonth) => ofMonth?.days ?? 0);
  // The number that holds for every day.
  const clearDays = measured.length === 0 ? 0 : Math.min(...measured);
  return { byDay, basis: clearDays > 0 ? 'measured' : plant.basis, clearDays };
}

/** Returns clear days by calendar month; of a month in several years, those of the newest. */
async function clearDaysByMonth(
  sql: Transaction,
  plant: Place & { planes: readonly Plane[] },
  days: readonly Day[],
  at: Date,
): Promise<Map<string, ClearDays | null>> {
  const newest = new Map(days.map((day) => [day.slice(5, 7), monthOf(day)]));
  const clearDays = new Map<string, ClearDays | null>();
  for (const [monthOfYear, month] of newest)
    clearDays.set(monthOfYear, await clearDaysAmong(sql, plant, await daysAround(sql, plant, month, at), { at }));
  return clearDays;
}

function energyOfDay(
  day: Day,
  site: Place,
  { planes, clear }: { planes: readonly Plane[]; clear: ClearDays | null },
  at: Date,
): number {
  const { startMs, endMs } = dayBounds(day, site.timezone);
  const expectedW = expectedOf(site, planes, clear);
  let energyWh = 0;
  for (let ms = startMs; ms < Math.min(endMs, at.getTime()); ms += ENERGY_STEP_MS) {
    const lengthMs = Math.min(ENERGY_STEP_MS, endMs - ms, at.getTime() - ms);
    energyWh += (expectedW(ms + lengthMs / 2) * lengthMs) / 3_600_000;
  }
  return energyWh;
}

/** Returns the columns of Producer from `devices d` and `products p`. */
export const producer = (sql: Transaction): Fragment =>
  sql`d.sn, d.tilt_deg, d.azimuth_deg, d.orientation, p.rated_power_w, p.kind, p.inputs, exists (
    select from meter_settings m where m.sid = d.sid and m.sn = d.sn and m.role = 'production') as is_at_modules`;

const producersOf = (sql: Transaction, sid: string): PromiseLike<Producer[]> =>
  sql<Producer[]>`
    select ${producer(sql)} from devices d join products p on p.id = d.product_id
    where d.sid = ${sid} and d.removed_at is null`;

async function planesOfPlant(
  sql: Transaction,
  site: Place,
  { sn, input, producers: queried = producersOf(sql, site.sid) }: Part = {},
): Promise<{
  planes: Plane[];
  /** Planes of the input, if one is requested; null: its share is unknown. */
  drawn: Plane[] | null;
  basis: Exclude<ExpectedBasis, 'measured'>;
} | null> {
  const [all, rowsByDevice] = await Promise.all([queried, moduleRows(sql, site.sid)]);
  const inverters = withSingleRating(
    all.filter(({ kind }) => producesEnergy(kind)),
    site,
  );
  // The inverter of a plant measured only by meters is unknown: its modules are the limit.
  const modules = { tiltDeg: null, azimuthDeg: null, ratedPowerW: site.powerMaxW };
  const isMetered = inverters.length === 0 && all.some(({ isAtModules }) => isAtModules);
  const devices = isMetered ? [modules] : planesOfInputs(rowsByDevice, inverters);
  const isShareKnown = devices.every(({ ratedPowerW }) => ratedPowerW > 0);
  // With an unknown rated power the device's share of the plant's peak is unknown. The plant needs no shares where all devices lie alike.
  if (!isShareKnown && (sn !== undefined || !areAlike(devices))) return null;
  const producers = isShareKnown ? devices : [{ ...devices[0]!, ratedPowerW: site.powerMaxW }];
  const ratedW = producers.reduce((sum, device) => sum + device.ratedPowerW, 0);
  if (ratedW <= 0 || site.powerMaxW <= 0) return null;
  // A device has a share of the plant's peak power in proportion to its rated power.
  const selected =
    sn === undefined
      ? producers
      : planesOfInputs(
          rowsByDevice,
          inverters.filter((inverter) => inverter.sn === sn),
        );
  if (selected.length === 0) return null;
  const isPlaced = selected.every(({ tiltDeg, azimuthDeg }) => tiltDeg !== null && azimuthDeg !== null);
  const planes = planesOf(selected, site, site.powerMaxW / ratedW);
  const part =
    input === undefined ? selected : partOf(selected, inverters.find((inverter) => inverter.sn === sn)!.inputs, input);
  const drawn = part && planesOf(part, site, site.powerMaxW / ratedW);
  return { planes, drawn, basis: isPlaced ? 'placement' : 'assumed' };
}

/** Gives a single inverter of unknown rating the whole peak power of the plant: its modules are the limit. */
function withSingleRating(inverters: readonly Producer[], { powerMaxW }: Place): readonly Producer[] {
  const [only, ...others] = inverters;
  return only && others.length === 0 && only.ratedPowerW <= 0 ? [{ ...only, ratedPowerW: powerMaxW }] : inverters;
}

const areAlike = ([first, ...others]: readonly DevicePlane[]): boolean =>
  others.every(({ tiltDeg, azimuthDeg }) => tiltDeg === first?.tiltDeg && azimuthDeg === first?.azimuthDeg);

/** Returns the plane of an input among the planes of its device; null: the number of inputs is unknown. */
function partOf(planes: readonly DevicePlane[], inputs: number, input: Input): DevicePlane[] | null {
  const own = planes.filter((plane) => plane.input === input);
  const [whole] = planes;
  if (own.length > 0) return own;
  if (!whole || whole.input !== undefined || inputs === 0) return null;
  return [{ ...whole, ratedPowerW: whole.ratedPowerW / inputs }];
}

/**
 * Returns one plane per input with the orientation of its modules and an equal part of the device's rated power; a
 * device without stored modules is one plane.
 */
function planesOfInputs(
  rowsByDevice: ReadonlyMap<string, readonly ModuleRow[]>,
  producers: readonly Producer[],
): DevicePlane[] {
  return producers.flatMap((device): DevicePlane[] => {
    const rows = rowsByDevice.get(device.sn);
    if (!rows) return [device];
    const inputs = modulesOf(device.inputs, {}, rows);
    return inputs.map((input) => ({
      ...resolveOrientation(
        device,
        rows.find((row) => row.input === input),
      ),
      ratedPowerW: device.ratedPowerW / inputs.length,
      input,
    }));
  });
}

/** Merges devices of equal orientation into one plane, so that two hundred of them cost as much as one. */
function planesOf(devices: readonly DevicePlane[], { latitude }: Place, peakPerRated: number): Plane[] {
  const defaults = defaultOrientation(latitude);
  const planes = new Map<string, Plane>();
  for (const device of devices) {
    const tiltDeg = device.tiltDeg ?? defaults.tiltDeg;
    const azimuthDeg = device.azimuthDeg ?? defaults.azimuthDeg;
    const key = `${tiltDeg} ${azimuthDeg}`;
    const plane = planes.get(key) ?? { peakW: 0, tiltDeg, azimuthDeg, ratedW: 0 };
    plane.peakW += device.ratedPowerW * peakPerRated;
    plane.ratedW += device.ratedPowerW;
    planes.set(key, plane);
  }
  return [...planes.values()];
}
