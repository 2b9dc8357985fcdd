// Statistics: what sums and charts of sites and devices are asked for, and what they answer.
import { z } from 'zod';
import { FLOWS } from '../flows.ts';
import { benefits, money } from '../pageModules.ts';
import { day, int, iso, oneOf } from './parts.ts';

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
   * How money was computed. `measured`: on days on which a meter tells what goes to the grid, own use by the price of a bought
   * kWh and the rest by that of a sold one; on other days, and without a meter: `electricityPrice`: all energy by the price of a
   * bought kWh. `ownUseShare`: that share of it so, the rest by the price of a sold one. `mixed`: of several plants.
   */
  moneyBasis: money(z.enum(['measured', 'electricityPrice', 'ownUseShare', 'mixed', '']), ''),
});

/** What an amount that a plant's energy was worth stands on; null: there is none, or no price is set. */
export const valuationBasis = z
  .object({
    /** As `moneyBasis` of P. */
    by: z.enum(['measured', 'electricityPrice', 'ownUseShare']),
    /** Of the prices that are set for the last of the days; `timeOfUse`: each kWh counts at the price of its hour. */
    kind: z.enum(['flat', 'timeOfUse']),
    /** Of a bought kWh, in the currency; by the hour the mean of the week. */
    price: z.number(),
    /** Of a sold kWh; null: the same. */
    feedInPrice: z.number().nullable(),
    /** 0..1 of what is made that is taken as used on the site; null: not said. */
    ownUseShare: z.number().nullable(),
    /** Some of the days were worth another price, or had another share. */
    hasChanged: z.boolean(),
  })
  .nullable();

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
const flowNode = z.object({
  power: z.string(),
  powerUnit: z.literal('W'),
  direction: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  show: z.boolean(),
  /** Percent: of rated power for PV, of charge for the battery; "" where there is none. */
  rate: z.string(),
  /** False when the power is not measured or too old to be shown as live. */
  showPower: z.boolean(),
  /** Seconds since the oldest value in it was measured; null: there is none, or nobody asked. */
  ageS: z.number().int().nullable(),
  /** Measured too long before the rest to be balanced with it, by how often its devices report: home is not known by it. */
  isOld: z.boolean(),
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
      /** Of a quantity that a device measures: what tables call it, in the reader's language. */
      title: z.string().optional(),
      data: z.array(z.number().nullable()),
      stack: z.string(),
    }),
  ),
});

/**
 * What a clear sky's power is taken from: the sun and how the modules lie; `measured`: scaled by what the plant's own clear days
 * of the month and the sixty days before it showed at that time of day. `assumed`: not all devices have a tilt and an azimuth,
 * these are taken to lie as modules usually do there.
 */
export const expectedBasis = z.enum(['measured', 'placement', 'assumed']);

/** Of a day on which production is drawn: what would be given under a clear sky, W by slot, null while the sun is down. */
export const expected = z
  .object({
    data: z.array(z.number().nullable()),
    basis: expectedBasis,
    /** How many clear days it is measured by; 0: it is not. */
    clearDays: z.number().int(),
  })
  .nullable();

/** What charts of a day take besides: how fine, which part of it, and how far each slot's values lie apart. */
export const dayChartOptions = {
  /** Minutes of a slot: 5 unless asked. */
  minInterval: int(1, 60).optional(),
  /** Only the slots of these minutes since the day began, 1,500 on the longest one. */
  fromMinute: int(0, 1500).optional(),
  toMinute: int(0, 1500).optional(),
  /** The least and the greatest of each slot. */
  withBands: z.boolean().optional(),
  /** What a clear sky would give; only when asked for, as it reads the plant's clear days. */
  withExpected: z.boolean().optional(),
};

/** What charts of a day say besides; of other charts nothing. */
export const dayChartBesides = {
  /** Of each series in their order, as asked for by `withBands`. */
  bands: z.array(z.object({ least: z.array(z.number().nullable()), greatest: z.array(z.number().nullable()) })),
  /** Minutes of the finest slots in which all that is drawn has told something; null: no chart of a day. */
  finestMin: z.number().int().nullable(),
  /** Of a device its share of the plant, of a module its device's on its own plane; as asked for by `withExpected`. */
  expected,
};

/** Days of which 0.9 and more are known (`completeness`) in this and in the year before, kWh; null: there is none. A day that is not over counts in neither. */
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
  /**
   * Of `none`: nothing was due yet, so that nothing is missing. Of production until the sun has been up for an hour in the
   * period (all of a polar night); of other energies in the day's first minutes, until the slowest device that tells of them
   * had to report, and before the plant's first day. Without this mark it is a gap.
   */
  notDue: z.literal(true).optional(),
});

/** Energy of one flow over a period, how it was obtained, and how much of the time it covers, by night, too. */
export const flowFigure = z.object({
  /** kWh; null: nothing is known of it. */
  energy: z.number().nullable(),
  unit: z.literal('kWh'),
  source: z.enum(['counted', 'integrated', 'imported', 'mixed', 'none']),
  /** 0..1 */
  completeness: z.number().min(0).max(1),
  /** kWh of it whose hours nobody knows: counted over an outage, and spread evenly. */
  spread: z.number().nullable(),
});

/** One flow of a device over the usual periods, as its plant counts it. */
export const deviceFlow = z.object({
  flow: z.enum(FLOWS),
  /** In the asked language. */
  name: z.string(),
  today: flowFigure,
  yesterday: flowFigure,
  month: flowFigure,
  year: flowFigure,
  /** With `carriedOver`; how it was obtained and how complete it is speaks of the device's own days. */
  total: flowFigure,
  /** kWh of the total that the devices had counted in whose place it is. */
  carriedOver: z.number(),
});

/** A figure of the balance; `missing`: of one that is null, what is not measured. */
const balanceFigure = flowFigure.extend({ missing: z.array(z.enum(FLOWS)) });

/** What energy saved, earned and cost over a period, at the prices of each day and hour, in the plant's currency. */
export const balanceMoney = z.object({
  /** Own use, which was not bought. */
  saved: z.number().nullable(),
  /** What went to the grid. */
  earned: z.number().nullable(),
  /** What came from it. */
  importCost: z.number().nullable(),
  /** What is paid whatever is used, of the days since the plant's first figure; in none of the others. Null: there is none. */
  fixedCharge: z.number().nullable(),
  /** 0..1: how much of the energy whose price depends on the hour has its hour; the rest counts at its day's mean. Null: no price does. */
  byHour: z.number().nullable(),
});

/** Hours in which a sold kWh had a price below 0, of a plant whose prices depend on the hour, and what went to the grid in them. */
export const negativePrices = z.object({
  /** That are over; to a tenth. */
  hours: z.number(),
  /** kWh, as far as its hours are known; null: nothing measures what goes to the grid, or nobody knows when it went. */
  energy: z.number().nullable(),
  /** What it brought, in the plant's currency: below 0, as it was paid for. Part of `earned`. */
  money: z.number().nullable(),
  /** 0..1: how much of what went to the grid on these days has its hour. */
  byHour: z.number().nullable(),
});

/** The energy balance of a plant over a period: home = production + fromGrid - toGrid + discharge - charge (+ generator). */
export const balance = z.object({
  production: balanceFigure,
  fromGrid: balanceFigure,
  toGrid: balanceFigure,
  charge: balanceFigure,
  discharge: balanceFigure,
  generator: balanceFigure,
  home: balanceFigure,
  /** As load meters, or hybrids, measure it. */
  measuredHome: balanceFigure,
  /** What of home no load meter sees. */
  unmeasured: balanceFigure,
  /** What of production did not go to the grid. */
  ownUse: balanceFigure,
  /** 0..1: how much of home did not come from the grid; null: not known. */
  autarchy: z.number().nullable(),
  /** At the prices of each day, in the plant's currency. */
  money: money(balanceMoney.nullable(), null),
});

/** A chart of what a device passes on: `provenance` of its production, `flowProvenance` of each other series of bars. */
export const flowChart = chart.extend({
  provenance: z.array(provenance),
  flowProvenance: z.array(z.array(provenance)),
  sun: z.object({ rise: iso, set: iso }),
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
  /** Of `economic`. */
  worthBasis: money(valuationBasis, null),
  provenance,
});

export type ExpectedBasis = z.output<typeof expectedBasis>;
export type Production = z.output<typeof production>;
export type Benefit = z.output<typeof benefit>;
export type MoneyBasis = Production['moneyBasis'];
export type ValuationBasis = z.output<typeof valuationBasis>;
export type Comparison = z.output<typeof comparison>;
export type Peak = z.output<typeof peak>;
export type FlowNode = z.output<typeof flowNode>;
export type EnergyFlow = z.output<typeof energyFlow>;
export type Chart = z.output<typeof chart>;
export type FlowChart = z.output<typeof flowChart>;
export type Provenance = z.output<typeof provenance>;
export type BalanceMoney = z.output<typeof balanceMoney>;
export type NegativePrices = z.output<typeof negativePrices>;
export type PlantBalance = z.output<typeof balance>;
export type DeviceFlow = z.output<typeof deviceFlow>;
export type FlowFigure = z.output<typeof flowFigure>;
export type PeriodStatistics = z.output<typeof periodStatistics>;
