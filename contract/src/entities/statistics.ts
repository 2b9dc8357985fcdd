// Requests and responses of totals and charts of plants and devices.
import { z } from 'zod';
import { numberFigure, textFigure, unknownFigures } from '../figures.ts';
import { FLOWS } from '../flows.ts';
import { benefits, money } from '../pageModules.ts';
import { day, int, iso, oneOf } from './parts.ts';

/** Kinds of charts. 1: one day; 3: a bar for each day; 5: for each month; 6: for each year; 11: one day, AC power, 15-minute steps. */
export const chartTypes = oneOf(1, 3, 5, 6, 11);

/** Reference day of charts and totals: "YYYY-MM-DD", "YYYY-MM" or "YYYY"; "" is today. */
export const dayMonthOrYear = z
  .string()
  .max(10)
  .refine(
    (given) => given === '' || day.safeParse(`${given}-01-01`.slice(0, 10)).success,
    'YYYY-MM-DD, YYYY-MM or YYYY',
  );

/** "YYYY-MM-DD~YYYY-MM-DD", inclusive. */
export const rangeDate = z
  .string()
  .max(21)
  .refine((given) => {
    const ends = given.split('~');
    return ends.length === 2 && ends.every((end) => day.safeParse(end).success);
  }, 'YYYY-MM-DD~YYYY-MM-DD');

/** P of wire.md: energy and money of the usual periods; numbers as strings, "" where there is no value. */
export const production = z.object({
  today: textFigure(),
  yesterday: textFigure(),
  month: textFigure(),
  year: textFigure(),
  total: textFigure(),
  totalNow: textFigure(),
  todayUnit: z.literal('kWh'),
  yesterdayUnit: z.literal('kWh'),
  monthUnit: z.literal('kWh'),
  yearUnit: z.literal('kWh'),
  totalUnit: z.literal('kWh'),
  totalNowUnit: z.literal('W'),
  todayMoney: money(textFigure(), ''),
  yesterdayMoney: money(textFigure(), ''),
  monthMoney: money(textFigure(), ''),
  yearMoney: money(textFigure(), ''),
  totalMoney: money(textFigure(), ''),
  totalMoneyUnit: money(z.string(), ''),
  /**
   * How money was computed. `measured`: on days with measured export, self-consumption counts at the import price
   * and export at the export price; on other days, and without a meter: `electricityPrice`: all energy at the import
   * price. `ownUseShare`: that share at the import price, the rest at the export price. `mixed`: several plants.
   */
  moneyBasis: money(z.enum(['measured', 'electricityPrice', 'ownUseShare', 'mixed', '']), ''),
  ...unknownFigures,
});

/** Basis of the value of a plant's energy; null: no value, or no price set. */
export const valuationBasis = z
  .object({
    /** As `moneyBasis` of P. */
    by: z.enum(['measured', 'electricityPrice', 'ownUseShare']),
    /** Prices on the last of the days; `timeOfUse`: each kWh counts at the price of its hour. */
    kind: z.enum(['flat', 'timeOfUse']),
    /** Import price of a kWh, in the currency; for time of use the mean of the week. */
    price: z.number(),
    /** Export price of a kWh; null: the same. */
    feedInPrice: z.number().nullable(),
    /** Assumed self-consumption, 0..1 of production; null: not set. */
    ownUseShare: z.number().nullable(),
    /** Whether some of the days had another price or share. */
    hasChanged: z.boolean(),
  })
  .nullable();

/** B of wire.md: environmental benefits; numbers as strings. */
export const benefit = z.object({
  co2: benefits(textFigure(), ''),
  co2Unit: z.literal('kg'),
  /** Cork oaks for a day: contract/src/equivalents.ts. */
  tree: benefits(textFigure(), ''),
  treeUnit: z.literal('Trees'),
  car: benefits(textFigure(), ''),
  carUnit: z.literal('km'),
  light: benefits(textFigure(), ''),
  lightUnit: z.literal('H'),
  oil: benefits(textFigure(), ''),
  oilUnit: z.literal('BBL'),
  ...unknownFigures,
});

/** E of wire.md: a node of the energy flow. `direction`: 0 idle, 1 out of the node, 2 into it; `show`: whether the plant has it. */
const flowNode = z.object({
  power: textFigure(),
  powerUnit: z.literal('W'),
  direction: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  show: z.boolean(),
  /** Percent: of rated power for PV, state of charge for the battery; "" for others. */
  rate: textFigure(),
  /** False if the power is not measured or too old to be live. */
  showPower: z.boolean(),
  /** Seconds since its oldest value was measured; null: no value, or not requested. */
  ageS: z.number().int().nullable(),
  /** Whether it was measured too long before the others to be balanced with them (by the devices' upload interval); home is then unknown. */
  isOld: z.boolean(),
  ...unknownFigures,
});

export const energyFlow = z.object({
  PVPanel: flowNode,
  home: flowNode,
  grid: flowNode,
  battery: flowNode,
  gen: flowNode,
});

/** Figures of a row, W and kWh; null: no value. */
export const rowFigures = {
  now: numberFigure(),
  todayPower: numberFigure(),
  totalPower: numberFigure(),
  nowUnit: z.literal('W'),
  todayPowerUnit: z.literal('kWh'),
  totalPowerUnit: z.literal('kWh'),
  ...unknownFigures,
};

/** A chart: an x axis and series of the same length; a slot without data is null, never 0. */
export const chart = z.object({
  legend: z.array(z.string()),
  xAxisData: z.array(z.string()),
  /** Start of each slot, ISO 8601 with the plant's offset. */
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
 * Basis of clear-sky power: the sun and the modules' orientation; `measured`: scaled by the plant's own clear days
 * of the month and the sixty days before it at that time of day. `assumed`: some devices have no tilt and azimuth,
 * which are assumed to be those usual at that place.
 */
export const expectedBasis = z.enum(['measured', 'placement', 'assumed']);

/** Clear-sky power of a day with drawn production, W by slot; null while the sun is down. */
export const expected = z
  .object({
    data: z.array(z.number().nullable()),
    basis: expectedBasis,
    /** Number of clear days that it is scaled by; 0: not scaled. */
    clearDays: z.number().int(),
  })
  .nullable();

/** Options of charts of a day: resolution, part of the day, and bands of each slot's values. */
export const dayChartOptions = {
  /** Minutes of a slot; default 5. */
  minInterval: int(1, 60).optional(),
  /** Only slots of these minutes since the day's start; the longest day has 1,500. */
  fromMinute: int(0, 1500).optional(),
  toMinute: int(0, 1500).optional(),
  /** Minimum and maximum of each slot. */
  withBands: z.boolean().optional(),
  /** Clear-sky power; optional, as it reads the plant's clear days. */
  withExpected: z.boolean().optional(),
};

/** Additional fields of charts of a day; empty in other charts. */
export const dayChartBesides = {
  /** Bands of each series in order, if `withBands` was set. */
  bands: z.array(z.object({ least: z.array(z.number().nullable()), greatest: z.array(z.number().nullable()) })),
  /** Finest resolution that all drawn values support, min; null: not a chart of a day. */
  finestMin: z.number().int().nullable(),
  /** Clear-sky power if `withExpected` was set: for a device its share of the plant, for a module its device's in its own plane. */
  expected,
};

/** Energy of days with a `completeness` of at least 0.9 in this and the previous year, kWh; null: none. A day that is not over is excluded from both. */
export const comparison = z
  .object({
    energy: z.number(),
    before: z.number(),
    days: z.number().int(),
    /** First and last of these days this year. */
    from: z.string(),
    to: z.string(),
  })
  .nullable();

/**
 * Source of an energy figure (`counted` by the device, `integrated` from power, `imported` as totals) and the share of
 * daylight that its data cover: of a plant over all producing devices that belonged to it, silent ones included. Energy
 * counted or estimated across a gap is in the figure; the time of the gap is not covered.
 */
export const provenance = z.object({
  source: z.enum(['counted', 'integrated', 'imported', 'mixed', 'none']),
  /** 0..1 */
  completeness: z.number().min(0).max(1),
  /**
   * With `none`: nothing was due yet, so nothing is missing. For production until the sun has been up for an hour in the
   * period (all of a polar night); for other energies in the day's first minutes, until the slowest device that measures them
   * had to report, and before the plant's first day. Without this flag it is a gap.
   */
  notDue: z.literal(true).optional(),
});

/** Energy of a flow over a period, its source, and the share of time that it covers, including nights. */
export const flowFigure = z.object({
  /** kWh; null: unknown. */
  energy: z.number().nullable(),
  unit: z.literal('kWh'),
  source: z.enum(['counted', 'integrated', 'imported', 'mixed', 'none']),
  /** 0..1 */
  completeness: z.number().min(0).max(1),
  /** kWh of it without known hours: counted over an outage and distributed evenly. */
  spread: z.number().nullable(),
});

/** A flow of a device over the usual periods, as its plant counts it. */
export const deviceFlow = z.object({
  flow: z.enum(FLOWS),
  /** In the language of the request. */
  name: z.string(),
  today: flowFigure,
  yesterday: flowFigure,
  month: flowFigure,
  year: flowFigure,
  /** With `carriedOver`; source and completeness refer to the device's own days. */
  total: flowFigure,
  /** kWh of the total that its predecessors had counted. */
  carriedOver: z.number(),
});

/** A figure of the balance; `missing`: the unmeasured flows if it is null. */
const balanceFigure = flowFigure.extend({ missing: z.array(z.enum(FLOWS)) });

/** Savings, earnings and costs of energy over a period, at the prices of each day and hour, in the plant's currency. */
export const balanceMoney = z.object({
  /** Self-consumption, at the import price. */
  saved: z.number().nullable(),
  /** Export. */
  earned: z.number().nullable(),
  /** Import. */
  importCost: z.number().nullable(),
  /** Fixed charges of the days since the plant's first figure, not included in the others. Null: none. */
  fixedCharge: z.number().nullable(),
  /** 0..1: share of the energy with hourly prices whose hour is known; the rest counts at its day's mean. Null: no hourly prices. */
  byHour: z.number().nullable(),
});

/** Hours with a negative export price, of a plant with hourly prices, and the export in them. */
export const negativePrices = z.object({
  /** Completed hours, to a tenth. */
  hours: z.number(),
  /** kWh with known hours; null: export is not measured, or its hours are unknown. */
  energy: z.number().nullable(),
  /** Revenue in the plant's currency, negative as export cost money. Part of `earned`. */
  money: z.number().nullable(),
  /** 0..1: share of these days' export whose hour is known. */
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
  /** Measured by load meters or hybrids. */
  measuredHome: balanceFigure,
  /** Part of home that no load meter measures. */
  unmeasured: balanceFigure,
  /** Part of production that was not exported. */
  ownUse: balanceFigure,
  /** 0..1: share of home that was not imported; null: unknown. */
  autarchy: z.number().nullable(),
  /** At the prices of each day, in the plant's currency. */
  money: money(balanceMoney.nullable(), null),
});

/** A chart of a device's energies: `provenance` of its production, `flowProvenance` of each other series of bars. */
export const flowChart = chart.extend({
  provenance: z.array(provenance),
  flowProvenance: z.array(z.array(provenance)),
  sun: z.object({ rise: iso, set: iso }),
});

/** Highest power of a day, W, and its time: the start of its five minutes, or the newest report. Null: no value. */
export const peak = z.object({ powerW: z.number(), atIso: z.string() }).nullable();

/** Energy and money of one period; numbers as strings, "" where there is no value or no meter. */
export const periodStatistics = z.object({
  power: textFigure(),
  consumption: textFigure(),
  economic: money(textFigure(), ''),
  powerUnit: z.literal('kWh'),
  consumptionUnit: z.literal('kWh'),
  economicUnit: money(z.string(), ''),
  /** Of `economic`. */
  worthBasis: money(valuationBasis, null),
  provenance,
  ...unknownFigures,
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
