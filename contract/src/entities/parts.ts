// Small shapes that many calls speak of: serial numbers, site ids, days, figures with units.
import { z } from 'zod';

/** Serial number as shown: letters and digits, upper case. */
export const sn = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-Z][0-9A-Z_-]{3,31}$/);
/** `DE_20261121_k7Qm4x`. */
export const sid = z.string().regex(/^[A-Z]{2}_\d{8}_[0-9A-Za-z]{6,16}$/);
/** A day of the site's own calendar, "YYYY-MM-DD". */
export const day = z.iso.date();
/** Instant as ISO 8601 with offset; the twin of a wire time in an unstated format; null for never. */
export const iso = z.string().nullable();

/** P of wire.md: energy and money of the usual periods; numbers as strings, "" where there is no value. */
export const production = z.object({
  today: z.string(),
  yesterday: z.string(),
  month: z.string(),
  year: z.string(),
  total: z.string(),
  totalNow: z.string(),
  todayUnit: z.literal('kWh'),
  yesterdayUnit: z.literal('kWh'),
  monthUnit: z.literal('kWh'),
  yearUnit: z.literal('kWh'),
  totalUnit: z.literal('kWh'),
  totalNowUnit: z.literal('W'),
  todayMoney: z.string(),
  yesterdayMoney: z.string(),
  monthMoney: z.string(),
  yearMoney: z.string(),
  totalMoney: z.string(),
  totalMoneyUnit: z.string(),
  /**
   * How money was reckoned. `electricityPrice`: all energy by the price of a bought kWh, as if all of it were used on the
   * site. What goes to the grid is not measured, so the feed-in price is not used.
   */
  moneyBasis: z.enum(['electricityPrice']),
});

/** B of wire.md: what the energy stands for; numbers as strings. */
export const benefit = z.object({
  co2: z.string(),
  co2Unit: z.literal('kg'),
  /** Cork oaks for a day: contract/src/equivalents.ts. */
  tree: z.string(),
  treeUnit: z.literal('Trees'),
  car: z.string(),
  carUnit: z.literal('km'),
  light: z.string(),
  lightUnit: z.literal('H'),
  oil: z.string(),
  oilUnit: z.literal('BBL'),
});

/** E of wire.md: one node of the energy flow. `direction` 0 idle, 1 out of the node, 2 into it; `show` whether the site has it. */
export const flowNode = z.object({
  power: z.string(),
  powerUnit: z.literal('W'),
  direction: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  show: z.boolean(),
  /** Percent: of rated power for PV, of charge for the battery; "" where there is none. */
  rate: z.string(),
  /** False when the power is not measured or too old to be shown as live. */
  showPower: z.boolean(),
});
export const energyFlow = z.object({
  PVPanel: flowNode,
  home: flowNode,
  grid: flowNode,
  battery: flowNode,
  gen: flowNode,
});

/** When something was last heard: text in the site's zone, epoch seconds, a phrase, and the ISO twin. */
export const lastUpdate = {
  lastUpdate: z.string(),
  lastUpdateTime: z.number().int(),
  lastUpdateCal: z.string(),
  lastUpdateIso: iso,
};

/** Figures of a row: numbers, W and kWh; null where there is no value. */
export const rowFigures = {
  now: z.number().nullable(),
  todayPower: z.number().nullable(),
  totalPower: z.number().nullable(),
  nowUnit: z.literal('W'),
  todayPowerUnit: z.literal('kWh'),
  totalPowerUnit: z.literal('kWh'),
};

/** A chart: one x axis, series of the same length; a slot without data is null, never 0. */
export const chart = z.object({
  legend: z.array(z.string()),
  xAxisData: z.array(z.string()),
  /** Start of each slot as ISO 8601 with the site's offset. */
  xAxisIso: z.array(z.string()),
  series: z.array(
    z.object({
      name: z.string(),
      unit: z.string(),
      data: z.array(z.number().nullable()),
      stack: z.string(),
    }),
  ),
});

/** How an energy figure was obtained and how much of its daylight the data cover. */
export const provenance = z.object({
  source: z.enum(['counted', 'integrated', 'imported', 'mixed', 'none']),
  /** 0..1 */
  completeness: z.number().min(0).max(1),
});

/** What charts ask for. 1 one day; 3 a bar a day; 5 a bar a month; 6 a bar a year; 11 one day, AC power, 15-minute steps. */
export const chartTypes = z.coerce
  .number()
  .int()
  .pipe(z.union([z.literal(1), z.literal(3), z.literal(5), z.literal(6), z.literal(11)]));
/** "YYYY-MM-DD~YYYY-MM-DD", both ends included. */
export const rangeDate = z.string().regex(/^\d{4}-\d{2}-\d{2}~\d{4}-\d{2}-\d{2}$/);
