// Report of a plant over some days, for its page, PDF, XLSX and e-mail.
import { z } from 'zod';
import { EVENT_CODES } from '../events.ts';
import { devices, money } from '../pageModules.ts';
import { REPORT_KINDS } from '../report.ts';
import { day, sid } from './parts.ts';
import { doubtful, problem } from './problem.ts';
import {
  balance,
  balanceMoney,
  benefit,
  comparison,
  expectedBasis,
  negativePrices,
  provenance,
  valuationBasis,
} from './statistics.ts';

/** Reasons for a missing performance ratio: no irradiance sensor; no day with 90 % of both production and irradiance by day (of a sensor that was not stuck); no peak power set. */
const NO_PERFORMANCE = ['noSensor', 'noDays', 'noPeakPower'] as const;
/** Reasons for missing availability: no producing device; no data yet, or no daylight; more than 100,000 faults. */
const NO_AVAILABILITY = ['noDevices', 'noDaylight', 'tooManyFaults'] as const;

/**
 * Share of the expected operating time between sunrise and sunset without silence or fault (IEC TS 63019: time-based
 * operational availability). A device is expected while it belongs to the plant; a day without any of its data is silent.
 */
const availability = z.number().min(0).max(1).nullable();

/** Faults, warnings and notes that overlap the period. */
const alertCounts = z.object({ fault: z.number().int(), warning: z.number().int(), info: z.number().int() });

/** Production compared with clear-sky yield, on days with known production. */
const expected = z
  .object({
    /** kWh. */
    energy: z.number(),
    /** Production as a share of it; null: nothing expected. */
    ratio: z.number().nullable(),
    days: z.number().int(),
    /** Basis as in the chart of a day's power. */
    basis: expectedBasis,
  })
  .nullable();

const reportRow = z.object({
  from: day,
  /** Inclusive; months are cut at the ends of the period. */
  to: day,
  /** kWh; null: no value. */
  energy: z.number().nullable(),
  provenance,
  /** kWh per kWp. */
  specificYield: z.number().nullable(),
  expected,
  yearBefore: comparison,
  home: z.number().nullable(),
  fromGrid: z.number().nullable(),
  toGrid: z.number().nullable(),
  charge: z.number().nullable(),
  discharge: z.number().nullable(),
  /** The same for these days, to a hundredth of a cent. */
  worth: money(z.number().nullable(), null),
});

const reportDevice = z.object({
  sn: z.string(),
  alias: z.string(),
  modelName: z.string(),
  kind: z.enum(REPORT_KINDS),
  /** Whether it has left the plant since. */
  isGone: z.boolean(),
  energy: z.number().nullable(),
  /** Share of the production of all devices, 0..1. */
  share: z.number().nullable(),
  /** kWh per kW of rated power; null without rated power. */
  perRatedKw: z.number().nullable(),
  provenance,
  availability,
  alerts: alertCounts,
});

/** A problem in the period: an open one, the same as in problem/list, or ended ones of the same device, or of many devices or modules, with the same code. */
const reportProblem = problem
  .pick({ sn: true, code: true, startMs: true, level: true, title: true, alias: true, devices: true, modules: true })
  .extend({
    /** First day, also if it is before the period. */
    from: day,
    /** Last day; null: it is still open. */
    until: day.nullable(),
    /** Number of days between them on which it lasted, even for a part of the day. */
    days: z.number().int(),
    /** How often it began. */
    times: z.number().int(),
    /** Energy lost from its first day to its last, or so far, kWh. Null: unknown, nothing to lose, or it never lasted a day and has ended. */
    lostKwh: z.number().nullable(),
    /** Its value in the plant's currency; "" if unknown. */
    lostMoney: money(z.string(), ''),
  });

export const plantReport = z.object({
  sid,
  siteName: z.string(),
  /** Street, postcode and city, if set. */
  address: z.string(),
  timezone: z.string(),
  /** Peak power of the modules, W. */
  powerMax: z.number(),
  commissionedOn: day.nullable(),
  currency: money(z.string(), ''),
  from: day,
  /** Inclusive, as requested. */
  to: day,
  /** Last day with data: today while the period lasts. */
  until: day,
  /** Whether the period's last day is not over. */
  isRunning: z.boolean(),
  /** kWh; null: no value. */
  energy: z.number().nullable(),
  provenance,
  /** kWh per kWp; null: no value or no peak power. */
  specificYield: z.number().nullable(),
  expected,
  performance: z.object({
    /** 0..1, above 1 by measurement errors: production per kWp divided by irradiation per 1,000 W/m2, on days with both (IEC 61724-1). */
    ratio: z.number().nullable(),
    /** kWh per m2 in the plane of the sensors on these days. */
    irradiation: z.number().nullable(),
    days: z.number().int(),
    sensors: z.number().int(),
    missing: z.enum(NO_PERFORMANCE).nullable(),
  }),
  availability: z.object({
    share: availability,
    /** Device hours: of daylight, offline, with a fault. */
    daylightHours: z.number(),
    silentHours: z.number(),
    faultHours: z.number(),
    missing: z.enum(NO_AVAILABILITY).nullable(),
  }),
  alerts: devices(
    z
      .object({
        ...alertCounts.shape,
        /** The five most frequent. */
        most: z.array(
          z.object({
            code: z.enum(EVENT_CODES),
            title: z.string(),
            count: z.number().int(),
            devices: z.number().int(),
          }),
        ),
      })
      .nullable(),
    null,
  ),
  /** Open ones first, then the most severe, then those that lost the most. Null: for users without the device permission. */
  problems: devices(z.array(reportProblem).nullable(), null),
  /** Null if only production is measured. */
  balance: balance.nullable(),
  /** Value of production: `economic` of site/statistics/date; null: no value. */
  worth: money(z.number().nullable(), null),
  worthBasis: money(valuationBasis, null),
  /** Its parts, and costs that it excludes: imported energy and fixed charges; null before the first figure. */
  money: money(balanceMoney.nullable(), null),
  /** Null: no hour had a negative price, or no price depends on the hour. */
  negativePrices: money(negativePrices.nullable(), null),
  benefit,
  yearBefore: comparison,
  doubtful,
  /** Days of a period of up to 62 days, else months; from the first figure to today. */
  rowsBy: z.enum(['day', 'month']),
  rows: z.array(reportRow),
  /** Producing devices, in the order of the plant; they add up to the plant unless meters measure its production. */
  devices: devices(z.array(reportDevice), []),
});

/** Content types. */
export const REPORT_FORMATS = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type ReportFormat = keyof typeof REPORT_FORMATS;

export type PlantReport = z.output<typeof plantReport>;
export type ReportRow = PlantReport['rows'][number];
export type ReportDevice = PlantReport['devices'][number];
export type ReportProblem = NonNullable<PlantReport['problems']>[number];
export type AlertCounts = z.output<typeof alertCounts>;
export type Expectation = z.output<typeof expected>;
