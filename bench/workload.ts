// Workload of the comparison of stores: 2,000 devices, ten quantities, five minutes; each value a pure function of device, day and slot.
import { createHash } from 'node:crypto';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { SampleColumns } from '../server/src/samples/samples.ts';

export const STEP_S = 300;
export const SLOTS = 288;
export const DAY_S = 86_400;
export const SITE_DEVICES = 20;
/** First day after the workload, in days since 1970: 2026-06-30. */
export const END_DAY = Date.UTC(2026, 5, 30) / 1000 / DAY_S;

/** Days of the workload: `days` for all devices, `longDays` for those of the first `longSites` sites, `yearDays` for device 0. All end on END_DAY. */
export interface Size {
  devices: number;
  days: number;
  longSites: number;
  longDays: number;
  yearDays: number;
}
export const SIZES: Record<string, Size> = {
  full: { devices: 2000, days: 7, longSites: 5, longDays: 30, yearDays: 365 },
  mini: { devices: 200, days: 7, longSites: 1, longDays: 30, yearDays: 365 },
};

/** Quantities of a device in the order of `deviceDay`'s columns, with the decimal places that it reports. */
export const SERIES: readonly { name: string; quantity: QuantityName; decimals: number }[] = [
  { name: 'pac', quantity: 'powerW', decimals: 1 },
  { name: 'vac', quantity: 'gridVoltageV', decimals: 1 },
  { name: 'iac', quantity: 'gridCurrentA', decimals: 2 },
  { name: 'freq', quantity: 'frequencyHz', decimals: 2 },
  { name: 'temp', quantity: 'temperatureC', decimals: 1 },
  { name: 'vdc1', quantity: 'input1VoltageV', decimals: 1 },
  { name: 'idc1', quantity: 'input1CurrentA', decimals: 2 },
  { name: 'vdc2', quantity: 'input2VoltageV', decimals: 1 },
  { name: 'idc2', quantity: 'input2CurrentA', decimals: 2 },
  // a lifetime counter in whole Wh
  { name: 'etot', quantity: 'counterWh', decimals: 0 },
];
export const SCALES = SERIES.map(({ decimals }) => 10 ** decimals);
export const POWER = 0;
export const COUNTER = 9;
/** Columns of query a: power, voltage, current, temperature, counter. */
export const CURVE = [0, 1, 2, 4, 9] as const;

/** Rated power of a microinverter with four inputs. */
export const RATED_W = 1600;

/** Maps three whole numbers to one in [0, 1): the only source of randomness. */
function chance(a: number, b: number, c: number): number {
  let x =
    Math.imul(a + 0x9e3779b1, 0x85ebca6b) ^
    Math.imul(b + 0x7f4a7c15, 0xc2b2ae35) ^
    Math.imul(c + 0x165667b1, 0x27d4eb2f);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
  return ((x ^ (x >>> 15)) >>> 0) / 4294967296;
}

/** Returns one device's day as ten columns of whole numbers, scaled by 10 to the power of their decimals. `day` counts from 1970, UTC. */
export function deviceDay(device: number, day: number): Int32Array[] {
  const site = Math.floor(device / SITE_DEVICES);
  const columns = SERIES.map(() => new Int32Array(SLOTS));
  const season = 0.5 - 0.5 * Math.cos((2 * Math.PI * ((day % 365) + 10)) / 365);
  const halfSlots = ((4.2 + 3.8 * season) / 24) * SLOTS;
  const noon = SLOTS / 2 + (site % 7) - 3;
  const clear = 0.35 + 0.65 * chance(site, day, 1);
  const broken = chance(site, day, 2);
  const gain = 0.94 + 0.06 * chance(device, 7, 7);
  const gridV = 228 + 8 * chance(site, 3, 3);
  const string1V = 33 + 3 * chance(device, 12, 12);
  const string2V = 33 + 3 * chance(device, 13, 13);
  const share1 = 0.5 + 0.02 * (chance(device, 11, 11) - 0.5);
  let cloud = 0;
  // Days are independent of each other: each starts at its own counter reading, above yesterday's on most days.
  let counterWh = 14000 * (day - 19000) + Math.floor(chance(device, 21, 21) * 100000);
  for (let slot = 0; slot < SLOTS; slot++) {
    cloud = 0.82 * cloud + 0.36 * (chance(site, day, 1000 + slot) - 0.5);
    const x = (slot - noon) / halfSlots;
    let powerW = 0;
    if (x > -1 && x < 1) {
      const bell = Math.cos((Math.PI / 2) * x) ** 1.6;
      const dim = Math.max(0.06, Math.min(1.05, clear * (1 + 1.4 * broken * cloud)));
      powerW = RATED_W * (0.55 + 0.45 * season) * bell * dim * gain * (0.985 + 0.03 * chance(device, day, slot));
    }
    const power = Math.round(powerW * 10);
    const on = power > 0;
    const voltageV =
      gridV +
      2.5 * Math.sin(slot / 31 + site) +
      1.2 * (chance(site, day, 3000 + slot) - 0.5) +
      (on ? powerW / 900 : 0) +
      0.3 * (chance(device, day, 5000 + slot) - 0.5);
    const frequencyHz = 50 + 0.06 * (chance(9, day, slot) - 0.5) + 0.02 * (chance(site, day, 6000 + slot) - 0.5);
    const airC = 6 + 16 * season + 6 * Math.sin((2 * Math.PI * (slot - 96)) / SLOTS) + 2 * (clear - 0.5);
    const share = share1 + 0.01 * (chance(device, day, 7000 + slot) - 0.5);
    const dc1V = on ? string1V + 1.0 * (chance(device, day, 8000 + slot) - 0.5) - powerW / 1600 : 0;
    const dc2V = on ? string2V + 1.0 * (chance(device, day, 9000 + slot) - 0.5) - powerW / 1600 : 0;
    columns[0]![slot] = power;
    columns[1]![slot] = Math.round(voltageV * 10);
    columns[2]![slot] = on ? Math.round((powerW / voltageV) * 100) : 0;
    columns[3]![slot] = Math.round(frequencyHz * 100);
    columns[4]![slot] = Math.round((airC + powerW / 55 + 0.4 * (chance(device, day, 4000 + slot) - 0.5)) * 10);
    columns[5]![slot] = Math.round(dc1V * 10);
    columns[6]![slot] = on ? Math.round(((powerW * 1.04 * share) / dc1V) * 100) : 0;
    columns[7]![slot] = Math.round(dc2V * 10);
    columns[8]![slot] = on ? Math.round(((powerW * 1.04 * (1 - share)) / dc2V) * 100) : 0;
    counterWh += (power / 10) * (STEP_S / 3600);
    columns[9]![slot] = Math.floor(counterWh);
  }
  return columns;
}

/** Returns the last days of a device in the format of the bulk import. */
export function historyOf(device: number, days: number): SampleColumns {
  const count = days * SLOTS;
  const values = SERIES.map(() => new Float64Array(count));
  const atMs = new Float64Array(count);
  for (let day = 0; day < days; day++) {
    const columns = deviceDay(device, END_DAY - days + day);
    for (let slot = 0; slot < SLOTS; slot++) {
      const row = day * SLOTS + slot;
      atMs[row] = ((END_DAY - days + day) * DAY_S + slot * STEP_S) * 1000;
      for (const [index, column] of columns.entries()) {
        // as a counter that restarts each day
        const scaled = index === COUNTER ? column[slot]! - column[0]! : column[slot]!;
        values[index]![row] = scaled / SCALES[index]!;
      }
    }
  }
  return {
    atMs,
    statusBits: new Int32Array(count),
    mode: new Int16Array(count).fill(6),
    imported: new Uint8Array(count),
    values: Object.fromEntries(SERIES.map(({ quantity }, index) => [quantity, values[index]!])),
  };
}

/** Yields each day with the number of devices that report, which are the first ones: device 0 for the year, then the long sites, then all. */
export function* days({ devices, days, longSites, longDays, yearDays }: Size): Generator<{
  day: number;
  devices: number;
}> {
  for (let ago = yearDays; ago > 0; ago--) {
    yield { day: END_DAY - ago, devices: ago <= days ? devices : ago <= longDays ? longSites * SITE_DEVICES : 1 };
  }
}

/** Returns the first day with samples of a device. */
export function firstDayOf(size: Size, device: number): number {
  if (device === 0) return END_DAY - size.yearDays;
  return END_DAY - (device < size.longSites * SITE_DEVICES ? size.longDays : size.days);
}

export function valuesOf(size: Size): number {
  let rows = 0;
  for (const { devices } of days(size)) rows += devices * SLOTS;
  return rows * SERIES.length;
}

/** Digest of some device days near all limits: figures of two runs are comparable only if it is the same in both. */
export const DIGEST = '649557a91d009a62';

export function digest(): string {
  const hash = createHash('sha256');
  for (const device of [0, 1, 19, 20, 99, 100, 777, 1999]) {
    for (const ago of [1, 7, 30, 180, 365]) {
      for (const column of deviceDay(device, END_DAY - ago)) hash.update(new Uint8Array(column.buffer));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
