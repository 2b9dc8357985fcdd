// Reads stored days of a site or of one of its devices. Queries return them as one text: the driver spends more on a row than all other processing costs, and a year has hundreds.

import { type Day, dayStartMs, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import {
  expectedAroundTheClock,
  expectedByDayOfYear,
  expectedSeconds,
  type Location,
} from '../rules/expectedDaylight.ts';

export interface StoredDay {
  day: Day;
  energyWh: number;
  source: 'counted' | 'integrated' | 'imported' | 'mixed';
  coveredS: number;
  /** Number of contributing devices; 0: only a meter at the modules. Of a device 1. */
  devices: number;
  /** This and the fields below only for days of a site, where requested. Whether its highest power was determined. */
  isPeakKnown: boolean;
  peakW: number | null;
  peakAtMs: number | null;
}

interface Place {
  sid: string;
  sn?: string;
}

/** Returns the table of the days as `d` and the condition for its rows. */
export const daysOf = (sql: Transaction, { sid, sn }: Place): { table: Fragment; mine: Fragment } =>
  sn === undefined
    ? { table: sql`site_days`, mine: sql`d.sid = ${sid}` }
    : { table: sql`device_days`, mine: sql`d.sid = ${sid} and d.sn = ${sn}` };

/** Returns all rows `d` as one text for `parseDays`. Columns that can be null come last, as null values are omitted. */
export function daysText(sql: Transaction, { sn }: Pick<Place, 'sn'>, withPeaks = false): Fragment {
  const ofSite = sn === undefined ? sql`, d.devices` : sql``;
  const peaks = withPeaks
    ? sql`, d.peak_known, d.peak_w, case when d.peak_w is not null then date_part('epoch', d.peak_at) end`
    : sql``;
  return sql`string_agg(concat_ws(' ', d.day, d.energy_wh, d.source, d.covered_s ${ofSite} ${peaks}), ',')`;
}

/** Parses the days and sorts them. */
export function parseDays(text: string | null | undefined): StoredDay[] {
  if (!text) return [];
  const days = text.split(',').map((row): StoredDay => {
    const parts = row.split(' ');
    const [, , , , , , peakW, peakAtS] = parts;
    return {
      day: parts[0]!,
      energyWh: Number(parts[1]),
      source: parts[2] as StoredDay['source'],
      coveredS: Number(parts[3]),
      devices: Number(parts[4] ?? 1),
      isPeakKnown: parts[5] === 't',
      peakW: peakW === undefined ? null : Number(peakW),
      peakAtMs: peakAtS === undefined ? null : Math.round(Number(peakAtS) * 1000),
    };
  });
  return days.sort((left, right) => (left.day < right.day ? -1 : 1));
}

/** Reads the days that match a condition on rows `d`. The caller has checked access to the site. */
export async function storedDays(sql: Transaction, of: Place, condition: Fragment): Promise<StoredDay[]> {
  const { table, mine } = daysOf(sql, of);
  const [row] = await sql<{ days: string | null }[]>`
    select ${daysText(sql, of)} as days from ${table} d where ${mine} and (${condition})`;
  return parseDays(row?.days);
}

/**
 * Returns the covered seconds of a day's daylight. A meter at the modules also reports at night, so its share of the
 * whole day applies to the daylight.
 */
export function coveredOf(location: Location, at: Date): (day: StoredDay) => number {
  const expectedS = expectedByDayOfYear(location.latitude);
  const today = localDay(at.getTime(), location.timezone);
  return ({ day, coveredS, devices }) => {
    if (devices > 0) return Math.min(coveredS, expectedS[dayOfYear(day)]!);
    if (day !== today) return Math.min(1, coveredS / WHOLE_DAY_S) * expectedS[dayOfYear(day)]!;
    const elapsedS = (at.getTime() - dayStartMs(today, location.timezone)) / 1000;
    return (
      Math.min(1, coveredS / expectedAroundTheClock(elapsedS)) *
      expectedSeconds(today, today, location, today, at.getTime())
    );
  };
}

const WHOLE_DAY_S = expectedAroundTheClock(Number.POSITIVE_INFINITY);

/** Days of a year without a 29 February before each of its months. */
const BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** Returns the day of the year, from 0. */
function dayOfYear(day: Day): number {
  const month = Number(day.slice(5, 7));
  const isAfterLeapDay = month > 2 && isLeap(Number(day.slice(0, 4)));
  return BEFORE_MONTH[month - 1]! + Number(day.slice(8)) - 1 + (isAfterLeapDay ? 1 : 0);
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
