// What a plant did over some days, as its report tells it: on its page, as PDF and XLSX, and by mail.
import { z } from 'zod';
import { EVENT_CODES } from '../events.ts';
import { devices, money } from '../pageModules.ts';
import { REPORT_KINDS } from '../report.ts';
import { day, sid } from './parts.ts';
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

/** Why a performance ratio cannot be told: the plant has no irradiance sensor; no day has 90 % of both its light and its production; the peak power of the modules is not set. */
const NO_PERFORMANCE = ['noSensor', 'noDays', 'noPeakPower'] as const;
/** Why availability cannot be told: no device of the plant produces; none has told anything yet, or it was dark all the time; more than 100,000 faults. */
const NO_AVAILABILITY = ['noDevices', 'noDaylight', 'tooManyFaults'] as const;

/** Of the time between sunrise and sunset in which it was expected to run: that without a silence or a fault (IEC TS 63019: operational availability by time). */
const availability = z.number().min(0).max(1).nullable();

/** Faults, warnings and notes that lasted into the period. */
const alertCounts = z.object({ fault: z.number().int(), warning: z.number().int(), info: z.number().int() });

/** Production beside what a clear sky would have given on the same days: those that production is known of. */
const expected = z
  .object({
    /** kWh. */
    energy: z.number(),
    /** Of it was made; null: nothing was to be expected. */
    ratio: z.number().nullable(),
    days: z.number().int(),
    /** As in the chart of a day's power. */
    basis: expectedBasis,
  })
  .nullable();

const reportRow = z.object({
  from: day,
  /** Included; of the period alone where a month begins or ends outside it. */
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
  /** The same of these days, to a hundredth of a cent. */
  worth: money(z.number().nullable(), null),
});

const reportDevice = z.object({
  sn: z.string(),
  alias: z.string(),
  modelName: z.string(),
  kind: z.enum(REPORT_KINDS),
  /** It has left the plant since. */
  isGone: z.boolean(),
  energy: z.number().nullable(),
  /** 0..1 of what all of them made. */
  share: z.number().nullable(),
  /** kWh per kW of rated power; null where it has none. */
  perRatedKw: z.number().nullable(),
  provenance,
  availability,
  alerts: alertCounts,
});

export const plantReport = z.object({
  sid,
  siteName: z.string(),
  /** Street, zip code and city, as far as they are set. */
  address: z.string(),
  timezone: z.string(),
  /** Peak power of the modules, W. */
  powerMax: z.number(),
  commissionedOn: day.nullable(),
  currency: money(z.string(), ''),
  from: day,
  /** Included, as asked for. */
  to: day,
  /** The last day that is told of: today while the period goes on. */
  until: day,
  /** The period goes on: its last day is not over. */
  isRunning: z.boolean(),
  /** kWh; null: no value. */
  energy: z.number().nullable(),
  provenance,
  /** kWh per kWp; null: no value, or no peak power is set. */
  specificYield: z.number().nullable(),
  expected,
  performance: z.object({
    /** 0..1 and, by measurement, more: production per kWp by light per 1,000 W/m2, of the days that both are known of (IEC 61724-1). */
    ratio: z.number().nullable(),
    /** kWh per m2 on the sensors' plane, on these days. */
    irradiation: z.number().nullable(),
    days: z.number().int(),
    sensors: z.number().int(),
    missing: z.enum(NO_PERFORMANCE).nullable(),
  }),
  availability: z.object({
    share: availability,
    /** Hours of all devices together: of light, without a report, with a fault. */
    daylightHours: z.number(),
    silentHours: z.number(),
    faultHours: z.number(),
    missing: z.enum(NO_AVAILABILITY).nullable(),
  }),
  alerts: devices(
    z
      .object({
        ...alertCounts.shape,
        /** The most frequent first, five of them. */
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
  /** Null: nothing but production is measured. */
  balance: balance.nullable(),
  /** What production was worth: `economic` of site/statistics/date; null: no value. */
  worth: money(z.number().nullable(), null),
  worthBasis: money(valuationBasis, null),
  /** Its parts, and what it does not hold: what was bought, and fixed charges; null before the first figure. */
  money: money(balanceMoney.nullable(), null),
  /** Null: no hour had a price below 0, or no price depends on the hour. */
  negativePrices: money(negativePrices.nullable(), null),
  benefit,
  yearBefore: comparison,
  /** Days of a period of at most 62, else months; none before the first figure, none that has not begun. */
  rowsBy: z.enum(['day', 'month']),
  rows: z.array(reportRow),
  /** Those that produce, in the order of the plant; they sum to the plant unless meters tell its production. */
  devices: devices(z.array(reportDevice), []),
});

/** The content type of each. */
export const REPORT_FORMATS = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type ReportFormat = keyof typeof REPORT_FORMATS;

export type PlantReport = z.output<typeof plantReport>;
export type ReportRow = PlantReport['rows'][number];
export type ReportDevice = PlantReport['devices'][number];
export type AlertCounts = z.output<typeof alertCounts>;
export type Expectation = z.output<typeof expected>;
