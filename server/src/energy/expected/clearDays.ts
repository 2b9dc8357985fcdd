// The clear days of a plant around a month, and what they showed by time of day: found by the days' energies first, so that few days of samples are read.

import {
  addDays,
  type Day,
  dayBounds,
  firstDayOfMonth,
  lastDayOfMonth,
  localDay,
  type Month,
} from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { DAY_MS } from '../../samples/samples.ts';
import { deviceCurves, type SiteCurve, siteCurves } from '../charts/powerCurve.ts';
import { type ClearDays, type ClearSkyComparison, clearDaysOf, QUARTERS, quarterOf } from '../rules/clearDays.ts';
import { clearSkyOf, type Plane } from '../rules/clearSky.ts';
import { valueAt } from '../rules/series.ts';

const DAYS_BEFORE = 60;
const STEP_S = 900;
/** Days whose samples are read at most, and at least; of all devices together so many. */
const MAX_DAYS = 8;
const FEWEST_DAYS = 3;
const DEVICE_DAYS = 1000;
/** Plants and devices whose clear days a process remembers. */
const MAX_KEPT = 2_000;
/** To see which days gave most, one instant an hour is enough. */
const RANKED_MS = 3_600_000;
/** And one day of so many: the sun's path bends by a four-hundredth of the day's energy between them. */
const RANKED_DAYS = 8;

/** What clear days showed, by the days and their energies: a late report makes another key. */
export interface ClearDayMemory {
  of(key: string, find: () => Promise<ClearDays | null>): Promise<ClearDays | null>;
}

export function openClearDayMemory(): ClearDayMemory {
  const kept = new Map<string, ClearDays | null>();
  return {
    async of(key, find) {
      const known = kept.get(key);
      const found = known === undefined ? await find() : known;
      kept.delete(key);
      kept.set(key, found);
      for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
      return found;
    },
  };
}

interface Plant {
  sid: string;
  timezone: string;
  latitude: number;
  longitude: number;
  planes: readonly Plane[];
  /** Of one device of it alone. */
  sn?: string | undefined;
}

export interface ClearDaysRequest {
  at: Date;
  /** Left out by what asks once. */
  memory?: ClearDayMemory | undefined;
}

/** What a day gave, and how many devices told of it. */
interface DayGiven {
  day: Day;
  energyWh: number;
  devices: number;
}

/** Among which clear days are found: those of a month that are over, and the sixty before it. The site was found among the visible ones. */
export function daysAround(
  sql: Transaction,
  { sid, timezone }: Pick<Plant, 'sid' | 'timezone'>,
  month: Month,
  at: Date,
): PromiseLike<DayGiven[]> {
  const first = firstDayOfMonth(month);
  const [last, yesterday] = [lastDayOfMonth(month), addDays(localDay(at.getTime(), timezone), -1)];
  return sql<DayGiven[]>`
    select day, energy_wh, devices from site_days
    where sid = ${sid} and day between ${addDays(first, -DAYS_BEFORE)} and ${last < yesterday ? last : yesterday}
      and energy_wh > 0 and source <> 'imported' order by day`;
}

/** Of what `daysAround` gave. Null: too few of them were clear. */
export async function clearDaysAmong(
  sql: Transaction,
  plant: Plant,
  made: readonly DayGiven[],
  { at, memory }: ClearDaysRequest,
): Promise<ClearDays | null> {
  const clearWh = clearEnergies(plant);
  const ranked = made
    .map(({ day, energyWh }) => ({ day, energyWh, level: energyWh / Math.max(1, clearWh(day)) }))
    .toSorted((one, other) => other.level - one.level || (one.day < other.day ? 1 : -1));
  const devices = plant.sn === undefined ? Math.max(1, ...made.map((day) => day.devices)) : 1;
  const most = Math.min(MAX_DAYS, Math.max(FEWEST_DAYS, Math.floor(DEVICE_DAYS / devices)));
  if (ranked.length < FEWEST_DAYS) return null;
  const chosen = ranked.slice(0, most);
  const find = async () =>
    clearDaysOf(
      await besideClearSky(
        sql,
        plant,
        chosen.map(({ day }) => day),
        at,
      ),
    );
  const { sid, sn, planes, timezone, latitude, longitude } = plant;
  const days = chosen.map(({ day, energyWh }) => [day, energyWh]);
  return memory ? memory.of(JSON.stringify([sid, sn, timezone, latitude, longitude, planes, days]), find) : find();
}

/** Wh of a day under a clear sky, to see which days gave most of it: of every eighth day, and between them on the line. */
function clearEnergies(plant: Plant): (day: Day) => number {
  const clearSkyW = clearSkyOf(plant, plant.planes);
  const known = new Map<Day, number>();
  const eighth = (day: Day): number => {
    let energyWh = known.get(day);
    if (energyWh !== undefined) return energyWh;
    energyWh = 0;
    const { startMs, endMs } = dayBounds(day, plant.timezone);
    for (let ms = startMs + RANKED_MS / 2; ms < endMs; ms += RANKED_MS) energyWh += clearSkyW(ms);
    known.set(day, energyWh);
    return energyWh;
  };
  return (day) => {
    const past = (Date.parse(day) / DAY_MS) % RANKED_DAYS;
    const before = addDays(day, -past);
    if (past === 0) return eighth(before);
    return eighth(before) + ((eighth(addDays(before, RANKED_DAYS)) - eighth(before)) * past) / RANKED_DAYS;
  };
}

async function besideClearSky(
  sql: Transaction,
  plant: Plant,
  days: readonly Day[],
  at: Date,
): Promise<ClearSkyComparison[]> {
  const slots = days.map((day) => {
    const { startMs: fromMs, endMs: toMs } = dayBounds(day, plant.timezone);
    return { fromMs, toMs, stepS: STEP_S, count: Math.ceil((toMs - fromMs) / (STEP_S * 1000)) };
  });
  const { sid, sn } = plant;
  const curves =
    sn === undefined
      ? (await siteCurves(sql, plant, slots, at)).map(toldCurve)
      : await deviceCurves(sql, { sid, sn }, slots);
  const clearSkyW = clearSkyOf(plant, plant.planes);
  return slots.map(({ fromMs }, n) => inQuarters(clearSkyW, fromMs, curves[n]!));
}

function inQuarters(
  clearSkyW: (atMs: number) => number,
  fromMs: number,
  powersW: readonly (number | null)[],
): ClearSkyComparison {
  const measuredW = new Float64Array(QUARTERS).fill(Number.NaN);
  const clearW = new Float64Array(QUARTERS);
  for (const [slot, powerW] of powersW.entries()) {
    const atMs = fromMs + slot * STEP_S * 1000;
    const quarter = quarterOf(atMs);
    measuredW[quarter] = powerW ?? Number.NaN;
    clearW[quarter] = clearSkyW(atMs + (STEP_S * 1000) / 2);
  }
  return { measuredW, clearW };
}

/** Of slots in which a device told something itself: what lies between two readings an hour apart is smooth whatever the clouds did. */
function toldCurve({ powersW, byDevice }: SiteCurve): (number | null)[] {
  const devices = [...byDevice.values()];
  if (devices.length === 0) return powersW;
  return powersW.map((watts, slot) => (devices.some(({ mean }) => !Number.isNaN(valueAt(mean, slot))) ? watts : null));
}
