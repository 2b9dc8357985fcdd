// Histories of the plants of fleet.ts: five-minute frames of 45 bytes that follow the sun on their roofs, a pure function of device and day.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { sunPosition } from '@heliograph/contract/sun.ts';
import { chance } from '@heliograph/simulator/random.ts';
import { type DeviceHistory, ingestHistory } from '../server/src/ingest/ingestHistory.ts';
import { addDays, type Day, dayStartMs, localDay } from '../server/src/platform/calendar/rules/localDays.ts';
import type { Sql } from '../server/src/platform/database/connect.ts';
import type { SampleColumns } from '../server/src/samples/samples.ts';
import { createServices } from '../server/src/services.ts';
import { snOf } from './fleet.ts';

const HOUR_MS = 3_600_000;
const STEP_MS = 300_000;
const SLOTS = 288;
const RATED_W = 400;
/** Elevation in degrees at which a module's inverter wakes. */
const LEAST_SUN_DEG = 1;
const AFTERNOON_HOUR = 14;

export const REPORTED_QUANTITIES = [
  'powerW',
  'busVoltageV',
  'frequencyHz',
  'temperatureC',
  'input1CurrentA',
  'counterWh',
] as const satisfies readonly QuantityName[];

/** Location and time of the plants, which make the work the same at whatever hour a measurement runs. */
export interface Fleet {
  sites: number;
  devicesEach: number;
  timeZone: string;
  /** Longitude of the middle of the time zone, degrees. */
  longitude: number;
  today: Day;
  nowMs: number;
}

/** One plant in ten is silent since yesterday, another one in ten reports an error. */
export const isSilent = (site: number): boolean => site % 10 === 6;
const hasError = (site: number): boolean => site % 10 === 7;
const ERROR_BITS = 0x4000;

/** Returns a fleet at a longitude where it is now between 14:00 and 15:00. */
export function fleetOfAfternoon(nowMs: number, sites: number, devicesEach: number): Fleet {
  const hoursAhead = AFTERNOON_HOUR - new Date(nowMs).getUTCHours();
  const hours = hoursAhead > 12 ? hoursAhead - 24 : hoursAhead;
  // The sign of these zone names is inverted: positive is west.
  const timeZone = hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
  return { sites, devicesEach, timeZone, longitude: 15 * hours, today: localDay(nowMs, timeZone), nowMs };
}

const latitudeOf = (site: number): number => 47 + (site % 60) / 10;
const longitudeOf = ({ longitude }: Fleet, site: number): number => longitude + ((site % 90) - 45) / 10;

/** Moves the plants of `fillSites` to the location of the fleet, without any report so far. */
export async function placeFleet(sql: Sql, { timeZone, longitude }: Fleet): Promise<void> {
  await sql`
    update sites set timezone = ${timeZone}, longitude = ${longitude}::float8 + (substr(sid, 14)::int % 90 - 45) / 10.0,
      latitude = 47 + (substr(sid, 14)::int % 60) / 10.0`;
  await sql`update device_live set status = 2, at = null, received_at = null, power_w = null`;
  await sql`update site_live set status = 2, at = null, power_w = null, day = null, today_wh = 0, total_wh = 0`;
}

/** Returns, for each slot of a day, the share of its rated power that a module of the plant produces; 0 while it is asleep. */
function lightOf(fleet: Fleet, site: number, day: Day): Float64Array {
  const light = new Float64Array(SLOTS);
  const startMs = dayStartMs(day, fleet.timeZone);
  const date = Math.round(startMs / (24 * HOUR_MS));
  const clear = 0.35 + 0.65 * chance(site, date, 1);
  const broken = chance(site, date, 2);
  let cloud = 0;
  for (let slot = 0; slot < SLOTS; slot++) {
    const { elevationDeg } = sunPosition(startMs + slot * STEP_MS, latitudeOf(site), longitudeOf(fleet, site));
    if (elevationDeg < LEAST_SUN_DEG) continue;
    cloud = 0.82 * cloud + 0.36 * (chance(site, date, 1000 + slot) - 0.5);
    const dim = Math.max(0.06, Math.min(1.05, clear * (1 + 1.4 * broken * cloud)));
    light[slot] = Math.min(1, 1.2 * Math.sin((elevationDeg * Math.PI) / 180) * dim);
  }
  return light;
}

/** Returns the samples of a plant's devices from one day up to another, the second excluded, and none after now. */
export function historiesOf(fleet: Fleet, site: number, from: Day, until: Day): DeviceHistory[] {
  const days: { day: Day; light: Float64Array }[] = [];
  for (let day = from; day < until; day = addDays(day, 1)) {
    if (day !== fleet.today || !isSilent(site)) days.push({ day, light: lightOf(fleet, site, day) });
  }
  return Array.from({ length: fleet.devicesEach }, (_, index) => {
    const device = site * fleet.devicesEach + index;
    return { sn: snOf(device), columns: columnsOf(fleet, site, device, days) };
  });
}

function columnsOf(
  fleet: Fleet,
  site: number,
  device: number,
  days: readonly { day: Day; light: Float64Array }[],
): SampleColumns {
  const maxRows = days.reduce((sum, { light }) => sum + light.filter((share) => share > 0).length, 0);
  const atMs = new Float64Array(maxRows);
  const values = REPORTED_QUANTITIES.map(() => new Float64Array(maxRows));
  const statusBits = new Int32Array(maxRows);
  const [power, voltage, frequency, temperature, current, counter] = values as [F, F, F, F, F, F];
  const gain = 0.94 + 0.06 * chance(device, 7);
  const phaseMs = Math.floor((STEP_MS - 6_000) * chance(device, 8));
  const gridV = 228 + 8 * chance(site, 3);
  let row = 0;
  for (const { day, light } of days) {
    const startMs = dayStartMs(day, fleet.timeZone);
    const date = Math.round(startMs / (24 * HOUR_MS));
    let energyWh = 0;
    let beforeMs = 0;
    for (let slot = 0; slot < SLOTS; slot++) {
      const share = light[slot]!;
      if (share === 0) continue;
      const noise = chance(device, date, slot);
      // Frames carry no time, so theirs is the time of arrival, sometimes a little late.
      const ms = startMs + slot * STEP_MS + phaseMs + Math.floor(5_000 * noise ** 4);
      if (ms > fleet.nowMs) break;
      const other = chance(site, date, 3000 + slot);
      const powerCount = Math.round(RATED_W * 100 * share * gain * (0.985 + 0.03 * noise));
      const powerW = powerCount / 100;
      if (beforeMs > 0) energyWh += (powerW * (ms - beforeMs)) / HOUR_MS;
      beforeMs = ms;
      atMs[row] = ms;
      power[row] = powerW;
      voltage[row] = Math.round((gridV + 1.5 * other + powerW / 300 + 0.3 * noise) * 25.6) / 25.6;
      frequency[row] = Math.round((49.97 + 0.06 * other) * 256) / 256;
      temperature[row] = Math.round((8 + powerW / 14 + other + 0.4 * noise) * 100) / 100;
      current[row] = Math.round((powerW / 0.96 / (33 + noise)) * 10) / 10;
      counter[row] = Math.floor(energyWh / 0.2) * 0.2;
      if (hasError(site) && ms > fleet.nowMs - HOUR_MS) statusBits[row] = ERROR_BITS;
      row++;
    }
  }
  return {
    atMs: atMs.subarray(0, row),
    statusBits: statusBits.subarray(0, row),
    mode: new Int16Array(row).fill(6),
    imported: new Uint8Array(row),
    values: Object.fromEntries(REPORTED_QUANTITIES.map((name, index) => [name, values[index]!.subarray(0, row)])),
  };
}

type F = Float64Array;

/** Plants in one call of the bulk import, which holds their columns in memory together. */
const SITES_AT_ONCE = 40;

/** Ingests these plants' days by the bulk import, two calls in flight; returns the number of samples. */
export async function ingestFleet(
  sql: Sql,
  fleet: Fleet,
  { fromSite, toSite, from, until }: { fromSite: number; toSite: number; from: Day; until: Day },
): Promise<number> {
  const context = { sql, clock: { now: () => new Date(fleet.nowMs) }, ...createServices(sql) };
  let next = fromSite;
  let samples = 0;
  const drive = async (): Promise<void> => {
    while (next < toSite) {
      const first = next;
      next = Math.min(toSite, first + (daysApart(from, until) > 30 ? 2 : SITES_AT_ONCE));
      const sites = Array.from({ length: next - first }, (_, n) => first + n);
      const histories = sites
        .flatMap((site) => historiesOf(fleet, site, from, until))
        .filter(({ columns }) => columns.atMs.length > 0);
      const { stored, known, unknown } = await ingestHistory(context, histories);
      if (known > 0 || unknown.length > 0)
        throw new Error(`${known} samples were known, ${unknown.length} numbers not`);
      samples += stored;
    }
  };
  await Promise.all([drive(), drive()]);
  return samples;
}

const daysApart = (from: Day, until: Day): number => (Date.parse(until) - Date.parse(from)) / (24 * HOUR_MS);

/**
 * Rewrites the hot rows in order of time. The bulk import writes the rows of a device next to each other; in production those of
 * all devices arrive minute by minute, and a device's day is scattered over its table.
 */
export async function scatterHotRows(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local work_mem = '256MB'`;
    await tx`create temporary table arrived on commit drop as table hot_samples`;
    await tx`truncate hot_samples`;
    await tx`insert into hot_samples select * from arrived order by at`;
  });
}
