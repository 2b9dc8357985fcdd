// The power that a plant would give on a day under a clear sky, in slots, and its energy: by the sun and how its modules lie, as far as its own clear days show it.
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
  /** Clear days that it is measured by; 0: none. */
  clearDays: number;
}

/** Of which part of the plant; left out: of all of it. */
interface Part {
  sn?: string | undefined;
  input?: Input | undefined;
  /** Its devices, if they are asked for already. */
  producers?: PromiseLike<readonly Producer[]> | undefined;
}

interface DevicePlane {
  tiltDeg: number | null;
  azimuthDeg: number | null;
  ratedPowerW: number;
  /** Left out: all of its device. */
  input?: Input;
}

/** A device of a plant, as far as it says what the plant is expected to give. */
export interface Producer extends DevicePlane, Orientation {
  sn: string;
  kind: Kind;
  /** As many as its product has; 0: it tells how many. */
  inputs: number;
  isAtModules: boolean;
}

/**
 * Of the plant, of one device that is in it now, or of one of its inputs: what its device's clear days showed, on its plane. Null: one of several that produce is of unknown rated power (of the plant only
 * where they lie in different ways), nothing tells of production, or there is no peak power to share. The site was found among the visible ones.
 */
export async function expectedPower(
  sql: Transaction,
  site: Place,
  { fromMs, stepS, count }: { fromMs: number; stepS: number; count: number },
  asked: ClearDaysRequest,
  { sn, input, producers }: Part = {},
): Promise<Expected | null> {
  const [plant, made] = await Promise.all([
    planesOfPlant(sql, site, { sn, input, producers }),
    daysAround(sql, site, monthOf(localDay(fromMs, site.timezone)), asked.at),
  ]);
  if (!plant?.drawn) return null;
  const { drawn } = plant;
  const clear = await clearDaysAmong(sql, { ...site, planes: plant.planes, sn }, made, asked);
  const expectedW = expectedOf(site, drawn, clear);
  const data = Array.from({ length: count }, (_, slot) => {
    const powerW = expectedW(fromMs + (slot + 0.5) * stepS * 1000);
    return powerW > 0 ? wattsOf(powerW) : null;
  });
  return { data, basis: clear ? 'measured' : plant.basis, clearDays: clear?.days ?? 0 };
}

/** As `expectedPower`, by how the modules are said to lie alone: what measurements are compared with to see whether that is so. */
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
 * What a device's clear days of a month, and of the sixty before it, gave of what its modules would give under a clear sky.
 * Null: too few were clear, or as of `expectedPower`.
 */
export async function clearSkyLevel(
  sql: Transaction,
  device: Place & { sn: string },
  month: Month,
  at: Date,
): Promise<{ level: number; clearWh: number; days: number } | null> {
  const [plant, made] = await Promise.all([
    planesOfPlant(sql, device, { sn: device.sn }),
    daysAround(sql, device, month, at),
  ]);
  const clear = plant && (await clearDaysAmong(sql, { ...device, planes: plant.planes }, made, { at }));
  if (!clear) return null;
  const clearSkyW = clearSkyOf(device, plant.planes);
  let clearWh = 0;
  let givenWh = 0;
  const { startMs, endMs } = dayBounds(firstDayOfMonth(month), device.timezone);
  for (let ms = startMs + ENERGY_STEP_MS / 2; ms < endMs; ms += ENERGY_STEP_MS) {
    const wh = (clearSkyW(ms) * ENERGY_STEP_MS) / 3_600_000;
    clearWh += wh;
    givenWh += wh * factorAt(clear, ms);
  }
  return clearWh > 0 ? { level: givenWh / clearWh, clearWh, days: clear.days } : null;
}

/** The one figure of what is expected: the sun on the planes, by what clear days showed of it at that time; inverters give no more than they may. */
function expectedOf(site: Place, planes: readonly Plane[], clear: ClearDays | null): (atMs: number) => number {
  const clearSkyW = clearSkyOf(site, planes);
  if (clear === null) return clearSkyW;
  const mostW = planes.reduce((sum, { ratedW }) => sum + ratedW, 0);
  return (atMs) => {
    const powerW = clearSkyW(atMs);
    return powerW <= 0 ? powerW : Math.min(mostW, powerW * factorAt(clear, atMs));
  };
}

/** Slots of a day's energy: a quarter of an hour is within a thousandth of the curve's five minutes. */
const ENERGY_STEP_MS = 900_000;

/** Wh of each day under a clear sky, of today until now; null as of `expectedPower`. */
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
  // The sun of a date is that of the same date a year later to within a thousandth of the day's energy.
  const byDate = new Map<string, number>();
  const byDay = new Map<Day, number>();
  for (const day of days) {
    const date = day.slice(5);
    const known = day === today ? undefined : byDate.get(date);
    const energyWh =
      known ?? energyOfDay(day, site, { planes: plant.planes, clear: clear.get(day.slice(5, 7)) ?? null }, at);
    if (day !== today) byDate.set(date, energyWh);
    byDay.set(day, energyWh);
  }
  const measured = [...clear.values()].map((ofMonth) => ofMonth?.days ?? 0);
  // What holds for every day of it.
  const clearDays = measured.length === 0 ? 0 : Math.min(...measured);
  return { byDay, basis: clearDays > 0 ? 'measured' : plant.basis, clearDays };
}

/** By calendar month: of one that comes several times, its newest year's. */
async function clearDaysByMonth(
  sql: Transaction,
  plant: Place & { planes: readonly Plane[] },
  days: readonly Day[],
  at: Date,
): Promise<Map<string, ClearDays | null>> {
  const newest = new Map(days.map((day) => [day.slice(5, 7), monthOf(day)]));
  const found = new Map<string, ClearDays | null>();
  for (const [ofYear, month] of newest)
    found.set(ofYear, await clearDaysAmong(sql, plant, await daysAround(sql, plant, month, at), { at }));
  return found;
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

/** Beside `devices d` and `products p`: the columns of Producer. */
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
  { sn, input, producers: asked = producersOf(sql, site.sid) }: Part = {},
): Promise<{
  planes: Plane[];
  /** Of the input alone, if one is asked for; null: nobody knows its part. */
  drawn: Plane[] | null;
  basis: Exclude<ExpectedBasis, 'measured'>;
} | null> {
  const [all, said] = await Promise.all([asked, moduleRows(sql, site.sid)]);
  const inverters = knownAlone(
    all.filter(({ kind }) => producesEnergy(kind)),
    site,
  );
  // Of a plant that meters alone tell of nobody knows the inverter: its modules are what limits it.
  const modules = { tiltDeg: null, azimuthDeg: null, ratedPowerW: site.powerMaxW };
  const isMetered = inverters.length === 0 && all.some(({ isAtModules }) => isAtModules);
  const devices = isMetered ? [modules] : planesOfInputs(said, inverters);
  const isShareKnown = devices.every(({ ratedPowerW }) => ratedPowerW > 0);
  // What one of them may give at most is not known: then nobody knows its share of the plant's peak. Where all lie alike, the plant needs none.
  if (!isShareKnown && (sn !== undefined || !areAlike(devices))) return null;
  const producers = isShareKnown ? devices : [{ ...devices[0]!, ratedPowerW: site.powerMaxW }];
  const ratedW = producers.reduce((sum, device) => sum + device.ratedPowerW, 0);
  if (ratedW <= 0 || site.powerMaxW <= 0) return null;
  // A device has its share of the plant's peak, by what it may give at most.
  const shown =
    sn === undefined
      ? producers
      : planesOfInputs(
          said,
          inverters.filter((one) => one.sn === sn),
        );
  if (shown.length === 0) return null;
  const isPlaced = shown.every(({ tiltDeg, azimuthDeg }) => tiltDeg !== null && azimuthDeg !== null);
  const planes = planesOf(shown, site, site.powerMaxW / ratedW);
  const part = input === undefined ? shown : partOf(shown, inverters.find((one) => one.sn === sn)!.inputs, input);
  const drawn = part && planesOf(part, site, site.powerMaxW / ratedW);
  return { planes, drawn, basis: isPlaced ? 'placement' : 'assumed' };
}

/** One alone has all of the plant's peak: where nobody knows what it may give, its modules are what limits it. */
function knownAlone(inverters: readonly Producer[], { powerMaxW }: Place): readonly Producer[] {
  const [only, ...others] = inverters;
  return only && others.length === 0 && only.ratedPowerW <= 0 ? [{ ...only, ratedPowerW: powerMaxW }] : inverters;
}

const areAlike = ([first, ...others]: readonly DevicePlane[]): boolean =>
  others.every(({ tiltDeg, azimuthDeg }) => tiltDeg === first?.tiltDeg && azimuthDeg === first?.azimuthDeg);

/** Of one device's planes that of an input; null: nobody knows how many it has. */
function partOf(planes: readonly DevicePlane[], inputs: number, input: Input): DevicePlane[] | null {
  const own = planes.filter((plane) => plane.input === input);
  const [whole] = planes;
  if (own.length > 0) return own;
  if (!whole || whole.input !== undefined || inputs === 0) return null;
  return [{ ...whole, ratedPowerW: whole.ratedPowerW / inputs }];
}

/**
 * A device lies as its modules do: each of its inputs has its part of what it may give at most. One of which nothing is said
 * of its modules is one plane.
 */
function planesOfInputs(
  said: ReadonlyMap<string, readonly ModuleRow[]>,
  producers: readonly Producer[],
): DevicePlane[] {
  return producers.flatMap((device): DevicePlane[] => {
    const rows = said.get(device.sn);
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

/** Devices that lie alike are one plane: two hundred of them cost as much as one. */
function planesOf(devices: readonly DevicePlane[], { latitude }: Place, peakPerRated: number): Plane[] {
  const usual = defaultOrientation(latitude);
  const planes = new Map<string, Plane>();
  for (const device of devices) {
    const tiltDeg = device.tiltDeg ?? usual.tiltDeg;
    const azimuthDeg = device.azimuthDeg ?? usual.azimuthDeg;
    const key = `${tiltDeg} ${azimuthDeg}`;
    const plane = planes.get(key) ?? { peakW: 0, tiltDeg, azimuthDeg, ratedW: 0 };
    plane.peakW += device.ratedPowerW * peakPerRated;
    plane.ratedW += device.ratedPowerW;
    planes.set(key, plane);
  }
  return [...planes.values()];
}
