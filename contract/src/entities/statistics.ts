// Statistics: what sums and charts of sites and devices are asked for, and what they answer.
import { z } from 'zod';
import { benefits, money } from '../pageModules.ts';
import { day, oneOf } from './parts.ts';

/** What charts ask for. 1 one day; 3 a bar a day; 5 a bar a month; 6 a bar a year; 11 one day, AC power, 15-minute steps. */
export const chartTypes = oneOf(1, 3, 5, 6, 11);

/** What charts and sums are asked for around: "YYYY-MM-DD", "YYYY-MM" or "YYYY"; "" is today. */
export const dayMonthOrYear = z
  .string()
  .max(10)
  .refine(
    (given) => given === '' || day.safeParse(`${given}-01-01`.slice(0, 10)).success,
    'YYYY-MM-DD, YYYY-MM or YYYY',
  );

/** "YYYY-MM-DD~YYYY-MM-DD", both ends included. */
export const rangeDate = z
  .string()
  .max(21)
  .refine((given) => {
    const ends = given.split('~');
    return ends.length === 2 && ends.every((end) => day.safeParse(end).success);
  }, 'YYYY-MM-DD~YYYY-MM-DD');

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
  todayMoney: money(z.string(), ''),
  yesterdayMoney: money(z.string(), ''),
  monthMoney: money(z.string(), ''),
  yearMoney: money(z.string(), ''),
  totalMoney: money(z.string(), ''),
  totalMoneyUnit: money(z.string(), ''),
  /**
   * How money was computed, as long as no meter tells what goes to the grid. `electricityPrice`: all energy by the price of a
   * bought kWh. `ownUseShare`: that share of it so, the rest by the price of a sold one. `mixed`: of several plants.
   */
  moneyBasis: money(z.enum(['electricityPrice', 'ownUseShare', 'mixed', '']), ''),
});

/** B of wire.md: what the energy stands for; numbers as strings. */
export const benefit = z.object({
  co2: benefits(z.string(), ''),
  co2Unit: z.literal('kg'),
  /** Cork oaks for a day: contract/src/equivalents.ts. */
  tree: benefits(z.string(), ''),
  treeUnit: z.literal('Trees'),
  car: benefits(z.string(), ''),
  carUnit: z.literal('km'),
  light: benefits(z.string(), ''),
  lightUnit: z.literal('H'),
  oil: benefits(z.string(), ''),
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

/** Days that have data in this and in the year before, kWh; null: there is none. A day that is not over counts in neither. */
export const comparison = z
  .object({
    energy: z.number(),
    before: z.number(),
    days: z.number().int(),
    /** The first and the last of these days, this year. */
    from: z.string(),
    to: z.string(),
  })
  .nullable();

/** How an energy figure was obtained (`counted` by the device, `integrated` from power, `imported` as totals) and how much of its daylight the data cover. */
export const provenance = z.object({
  source: z.enum(['counted', 'integrated', 'imported', 'mixed', 'none']),
  /** 0..1 */
  completeness: z.number().min(0).max(1),
});

/** The highest power of a day, W, and when: the start of the five minutes, or the newest report. Null: no value. */
export const peak = z.object({ powerW: z.number(), atIso: z.string() }).nullable();

/** Energy and money of one period; numbers as strings, "" where there is no value or no meter. */
export const periodStatistics = z.object({
  power: z.string(),
  consumption: z.string(),
  economic: money(z.string(), ''),
  powerUnit: z.literal('kWh'),
  consumptionUnit: z.literal('kWh'),
  economicUnit: money(z.string(), ''),
  provenance,
});

export type Production = z.output<typeof production>;
export type Benefit = z.output<typeof benefit>;
export type MoneyBasis = Production['moneyBasis'];
export type Comparison = z.output<typeof comparison>;
export type Peak = z.output<typeof peak>;
export type FlowNode = z.output<typeof flowNode>;
export type EnergyFlow = z.output<typeof energyFlow>;
export type Chart = z.output<typeof chart>;
export type Provenance = z.output<typeof provenance>;
export type PeriodStatistics = z.output<typeof periodStatistics>;
