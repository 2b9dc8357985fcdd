// Finds the clear days of a plant around a month and their measured power by time of day. Ranks days by energy first, so that samples of only a few days are read.

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
/** Maximum and minimum number of days whose samples are read, and the maximum of device-days over all devices. */
const MAX_DAYS = 8;
const MIN_DAYS = 3;
const MAX_DEVICE_DAYS = 1000;
/** Plants and devices whose clear days a process caches. */
const MAX_CACHED = 2_000;
/** One instant an hour is enough to rank days by energy. */
const RANKING_STEP_MS = 3_600_000;
/** Clear-sky energy is computed for one of this many days: between them it deviates from a line by a four-hundredth. */
const RANKING_STEP_DAYS = 8;

/** Cache of clear days by the days and their energies: a late report changes the key. */
export interface ClearDayMemory {
  of(key: string, find: () => Promise<ClearDays | null>): Promise<ClearDays | null>;
}

export function openClearDayMemory(): ClearDayMemory {
  const cache = new Map<string, ClearDays | null>();
  return {
    async of(key, find) {
      const cached = cache.get(key);
      const clearDays = cached === undefined ? await find() : cached;
      cache.delete(key);
      cache.set(key, clearDays);
      for (const oldest of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(oldest);
      return clearDays;
    },
  };
}

interface Plant {
  sid: string;
  timezone: string;
  latitude: number;
  longitude: number;
  planes: readonly Plane[];
  /** Restricts the plant to one device. */
  sn?: string | undefined;
}

export interface ClearDaysRequest {
  at: Date;
  /** Omitted by callers that need the days only once. */
  memory?: ClearDayMemory | undefined;
}

/** Energy of a day and the number of devices that contributed. */
interface CandidateDay {
  day: Day;
  energyWh: number;
  devices: number;
}

/**
 * Returns the days to search for clear ones: finished days of the month and the sixty before it. The caller has checked
 * access to the site.
 */
export function daysAround(
  sql: Transaction,
  { sid, timezone }: Pick<Plant, 'sid' | 'timezone'>,
  month: Month,
  at: Date,
): PromiseLike<CandidateDay[]> {
  const first = firstDayOfMonth(month);
  const [last, yesterday] = [lastDayOfMonth(month), addDays(localDay(at.getTime(), timezone), -1)];
  return sql<CandidateDay[]>`
    select day, energy_wh, devices from site_days
    where sid = ${sid} and day between ${addDays(first, -DAYS_BEFORE)} and ${last < yesterday ? last : yesterday}
      and energy_wh > 0 and source <> 'imported' order by day`;
}

/** Returns the clear days among those of `daysAround`; null: too few of them were clear. */
export async function clearDaysAmong(
  sql: Transaction,
  plant: Plant,
  candidates: readonly CandidateDay[],
  { at, memory }: ClearDaysRequest,
): Promise<ClearDays | null> {
  const clearWh = clearEnergies(plant);
  const ranked = candidates
    .map(({ day, energyWh }) => ({ day, energyWh, level: energyWh / Math.max(1, clearWh(day)) }))
    .toSorted((left, right) => right.level - left.level || (left.day < right.day ? 1 : -1));
  const devices = plant.sn === undefined ? Math.max(1, ...candidates.map((day) => day.devices)) : 1;
  const maxDays = Math.min(MAX_DAYS, Math.max(MIN_DAYS, Math.floor(MAX_DEVICE_DAYS / devices)));
  if (ranked.length < MIN_DAYS) return null;
  const chosen = ranked.slice(0, maxDays);
  const find = async () =>
    clearDaysOf(
      await compareWithClearSky(
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

/** Returns the Wh of a day under a clear sky, for ranking: computed for every eighth day and interpolated between. */
function clearEnergies(plant: Plant): (day: Day) => number {
  const clearSkyW = clearSkyOf(plant, plant.planes);
  const cached = new Map<Day, number>();
  const energyOfStep = (day: Day): number => {
    let energyWh = cached.get(day);
    if (energyWh !== undefined) return energyWh;
    energyWh = 0;
    const { startMs, endMs } = dayBounds(day, plant.timezone);
    for (let ms = startMs + RANKING_STEP_MS / 2; ms < endMs; ms += RANKING_STEP_MS) energyWh += clearSkyW(ms);
    cached.set(day, energyWh);
    return energyWh;
  };
  return (day) => {
    const offsetDays = (Date.parse(day) / DAY_MS) % RANKING_STEP_DAYS;
    const before = addDays(day, -offsetDays);
    if (offsetDays === 0) return energyOfStep(before);
    return (
      energyOfStep(before) +
      ((energyOfStep(addDays(before, RANKING_STEP_DAYS)) - energyOfStep(before)) * offsetDays) / RANKING_STEP_DAYS
    );
  };
}

async function compareWithClearSky(
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
      ? (await siteCurves(sql, plant, slots, at)).map(measuredCurve)
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

/**
 * Drops slots without a reading of any device: values interpolated between two readings an hour apart are smooth
 * whatever the clouds did.
 */
function measuredCurve({ powersW, byDevice }: SiteCurve): (number | null)[] {
  const devices = [...byDevice.values()];
  if (devices.length === 0) return powersW;
  return powersW.map((watts, slot) => (devices.some(({ mean }) => !Number.isNaN(valueAt(mean, slot))) ? watts : null));
}
