// Computes the performance ratio of a plant with an irradiance sensor: energy per kWp relative to in-plane irradiation at 1,000 W/m2 (IEC 61724-1).

import type { PlantReport } from '@heliograph/contract/entities/plantReport.ts';
import { sunPosition } from '@heliograph/contract/sun.ts';
import { type Day, dayBounds, daysBetween } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { readSlots } from '../../samples/slots.ts';
import type { DayOfPlant } from '../rules/balance.ts';
import { irradiationOfDay } from '../rules/irradiance.ts';

/** Minimum known share of a day's production for the day to count. */
const MIN_COMPLETENESS = 0.9;
const STEP_S = 900;
const STEP_MS = STEP_S * 1000;
/** Days read together. */
const DAYS_PER_READ = 31;

interface Place {
  sid: string;
  timezone: string;
  latitude: number;
  longitude: number;
}

interface Plant extends Place {
  powerMaxW: number;
}

/**
 * Returns the performance over `days`, which are in order; today does not count. The caller has checked access to the
 * site.
 */
export async function performanceOf(
  sql: Transaction,
  plant: Plant,
  days: readonly DayOfPlant[],
  today: Day,
): Promise<PlantReport['performance']> {
  const sensors = await sensorsOf(sql, plant.sid);
  const none = { ratio: null, irradiation: null, days: 0, sensors: sensors.length };
  if (sensors.length === 0) return { ...none, missing: 'noSensor' };
  if (plant.powerMaxW <= 0) return { ...none, missing: 'noPeakPower' };
  const known = days.flatMap(({ day, measures: { production } }) =>
    day < today && typeof production === 'object' && production.completeness >= MIN_COMPLETENESS
      ? [{ day, energyWh: production.energyWh }]
      : [],
  );
  const light = await lightOfDays(
    sql,
    plant,
    sensors,
    known.map(({ day }) => day),
  );
  let energyWh = 0;
  let lightWhM2 = 0;
  let counted = 0;
  for (const { day, energyWh: producedWh } of known) {
    const whM2 = light.get(day);
    if (whM2 === undefined) continue;
    energyWh += producedWh;
    lightWhM2 += whM2;
    counted++;
  }
  if (counted === 0 || lightWhM2 <= 0) return { ...none, missing: 'noDays' };
  return {
    ratio: Math.round((energyWh / plant.powerMaxW / (lightWhM2 / 1000)) * 1000) / 1000,
    irradiation: Math.round(lightWhM2 / 100) / 10,
    days: counted,
    sensors: sensors.length,
    missing: null,
  };
}

/** Returns the irradiance sensors of the plant, in the order of their serial numbers, at most 20. */
export async function sensorsOf(sql: Transaction, sid: string): Promise<string[]> {
  const sensors = await sql<{ sn: string }[]>`
    select d.sn from devices d join products p on p.id = d.product_id
    where d.sid = ${sid} and p.kind = 'sensor' order by d.sn limit 20`;
  return sensors.map(({ sn }) => sn);
}

/** Returns the Wh/m2 of each day with enough known irradiation; `days` are in order. */
export async function lightOfDays(
  sql: Transaction,
  plant: Place,
  sensors: readonly string[],
  days: readonly Day[],
): Promise<Map<Day, number>> {
  const byDay = new Map<Day, number>();
  for (const window of windows(days))
    for (const [day, whM2] of await irradiationOf(sql, plant, sensors, window)) byDay.set(day, whM2);
  return byDay;
}

/** Groups days that are read together: within a month of each other. */
function windows(days: readonly Day[]): Day[][] {
  const all: Day[][] = [];
  for (const day of days) {
    const last = all.at(-1);
    if (last && daysBetween(last[0]!, day) < DAYS_PER_READ) last.push(day);
    else all.push([day]);
  }
  return all;
}

/** Returns the Wh/m2 of each day with enough known irradiation, from means of a quarter of an hour. */
async function irradiationOf(
  sql: Transaction,
  { sid, timezone, latitude, longitude }: Place,
  sns: readonly string[],
  days: readonly Day[],
): Promise<Map<Day, number>> {
  const fromMs = dayBounds(days[0]!, timezone).startMs;
  const toMs = dayBounds(days.at(-1)!, timezone).endMs;
  const slotsByDevice = await readSlots(sql, { sid, sns, fromMs, toMs, stepS: STEP_S, names: ['irradianceWm2'] });
  const sensors = [...slotsByDevice.values()].flatMap(({ irradianceWm2 }) =>
    irradianceWm2 ? [irradianceWm2.mean] : [],
  );
  const byDay = new Map<Day, number>();
  for (const day of days) {
    const { startMs, endMs } = dayBounds(day, timezone);
    const first = Math.floor((startMs - fromMs) / STEP_MS);
    const end = Math.ceil((endMs - fromMs) / STEP_MS);
    const sunDeg = Float64Array.from(
      { length: end - first },
      (_, slot) => sunPosition(fromMs + (first + slot + 0.5) * STEP_MS, latitude, longitude).elevationDeg,
    );
    const ofDay = sensors.map((readings) => readings.subarray(first, end));
    const whM2 = irradiationOfDay(ofDay, sunDeg, STEP_S);
    if (whM2 !== null) byDay.set(day, whM2);
  }
  return byDay;
}
