// The performance ratio of a plant whose light is measured: what it made per kWp, by what 1,000 W/m2 would have had to shine on it (IEC 61724-1).

import type { PlantReport } from '@heliograph/contract/entities/plantReport.ts';
import { type Day, dayBounds, daysBetween } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { readSlots } from '../../samples/slots.ts';
import type { DayOfPlant } from '../rules/balance.ts';
import { valueAt } from '../rules/series.ts';

/** A day counts when so much of its light and of its production is known. */
const ENOUGH = 0.9;
const STEP_S = 900;
/** Read together. */
const DAYS_AT_ONCE = 31;

interface Plant {
  sid: string;
  timezone: string;
  powerMaxW: number;
}

/** `days` in their order; the running one counts in none. The site was found among the visible ones. */
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
  const known = days.flatMap(({ day, told: { production } }) =>
    day < today && typeof production === 'object' && production.completeness >= ENOUGH
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
  for (const { day, energyWh: made } of known) {
    const ofDay = light.get(day);
    if (ofDay === undefined) continue;
    energyWh += made;
    lightWhM2 += ofDay;
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

/** Of the plant, by their serial numbers. */
export async function sensorsOf(sql: Transaction, sid: string): Promise<string[]> {
  const sensors = await sql<{ sn: string }[]>`
    select d.sn from devices d join products p on p.id = d.product_id
    where d.sid = ${sid} and p.kind = 'sensor' order by d.sn limit 20`;
  return sensors.map(({ sn }) => sn);
}

/** Wh/m2 of those of the days, which are in their order, of which enough is known. */
export async function lightOfDays(
  sql: Transaction,
  place: { sid: string; timezone: string },
  sensors: readonly string[],
  days: readonly Day[],
): Promise<Map<Day, number>> {
  const found = new Map<Day, number>();
  for (const window of windows(days))
    for (const [day, whM2] of await irradiationOf(sql, place, sensors, window)) found.set(day, whM2);
  return found;
}

/** Days that are read together: within a month of each other. */
function windows(days: readonly Day[]): Day[][] {
  const all: Day[][] = [];
  for (const day of days) {
    const last = all.at(-1);
    if (last && daysBetween(last[0]!, day) < DAYS_AT_ONCE) last.push(day);
    else all.push([day]);
  }
  return all;
}

/** Wh/m2 of each day of which enough is known: the mean of the sensors that tell of each quarter of an hour. */
async function irradiationOf(
  sql: Transaction,
  { sid, timezone }: { sid: string; timezone: string },
  sns: readonly string[],
  days: readonly Day[],
): Promise<Map<Day, number>> {
  const fromMs = dayBounds(days[0]!, timezone).startMs;
  const toMs = dayBounds(days.at(-1)!, timezone).endMs;
  const read = await readSlots(sql, { sid, sns, fromMs, toMs, stepS: STEP_S, names: ['irradianceWm2'] });
  const sensors = [...read.values()].flatMap(({ irradianceWm2 }) => (irradianceWm2 ? [irradianceWm2.mean] : []));
  const found = new Map<Day, number>();
  for (const day of days) {
    const { startMs, endMs } = dayBounds(day, timezone);
    const first = Math.floor((startMs - fromMs) / (STEP_S * 1000));
    const end = Math.ceil((endMs - fromMs) / (STEP_S * 1000));
    let sum = 0;
    let told = 0;
    for (let slot = first; slot < end; slot++) {
      const values = sensors.map((mean) => valueAt(mean, slot)).filter((value) => !Number.isNaN(value));
      if (values.length === 0) continue;
      told++;
      sum += values.reduce((all, value) => all + Math.max(0, value), 0) / values.length;
    }
    // Sensors tell by night, too: of what is missing nobody knows whether it was dark.
    if (told >= ENOUGH * (end - first)) found.set(day, (sum * STEP_S) / 3600);
  }
  return found;
}
