// Days of a site or of one of its devices as they are kept. They come as one text: a row of the driver costs more than all else that is done with it, and a year has hundreds.

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
  /** How many tell of it; 0: a meter at the modules alone. Of a device 1. */
  devices: number;
  /** The rest of a site's days alone, and where it is asked for. Its highest power was looked for. */
  isPeakKnown: boolean;
  peakW: number | null;
  peakAtMs: number | null;
}

interface Place {
  sid: string;
  sn?: string;
}

/** Rows `d` of the table of its days. */
export const daysOf = (sql: Transaction, { sid, sn }: Place): { table: Fragment; mine: Fragment } =>
  sn === undefined
    ? { table: sql`site_days`, mine: sql`d.sid = ${sid}` }
    : { table: sql`device_days`, mine: sql`d.sid = ${sid} and d.sn = ${sn}` };

/** All rows `d` as one text, for `parseDays`. What has no value comes last and is left out. */
export function daysText(sql: Transaction, { sn }: Pick<Place, 'sn'>, withPeaks = false): Fragment {
  const ofSite = sn === undefined ? sql`, d.devices` : sql``;
  const peaks = withPeaks
    ? sql`, d.peak_known, d.peak_w, case when d.peak_w is not null then date_part('epoch', d.peak_at) end`
    : sql``;
  return sql`string_agg(concat_ws(' ', d.day, d.energy_wh, d.source, d.covered_s ${ofSite} ${peaks}), ',')`;
}

/** In their order. */
export function parseDays(text: string | null | undefined): StoredDay[] {
  if (!text) return [];
  const days = text.split(',').map((told): StoredDay => {
    const parts = told.split(' ');
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
  return days.sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** Those of a condition on rows `d`; the site was found among the visible ones. */
export async function storedDays(sql: Transaction, of: Place, which: Fragment): Promise<StoredDay[]> {
  const { table, mine } = daysOf(sql, of);
  const [found] = await sql<{ days: string | null }[]>`
    select ${daysText(sql, of)} as days from ${table} d where ${mine} and (${which})`;
  return parseDays(found?.days);
}

/**
 * Seconds of the light of a day that are covered. Of a meter at the modules, which tells by night, too, it is known how much of
 * the day it covers: as much of the light.
 */
export function coveredOf(place: Location, at: Date): (day: StoredDay) => number {
  const asked = expectedByDayOfYear(place.latitude);
  const today = localDay(at.getTime(), place.timezone);
  return ({ day, coveredS, devices }) => {
    if (devices > 0) return Math.min(coveredS, asked[dayOfYear(day)]!);
    if (day !== today) return Math.min(1, coveredS / WHOLE_DAY_S) * asked[dayOfYear(day)]!;
    const soFarS = (at.getTime() - dayStartMs(today, place.timezone)) / 1000;
    return (
      Math.min(1, coveredS / expectedAroundTheClock(soFarS)) * expectedSeconds(today, today, place, today, at.getTime())
    );
  };
}

const WHOLE_DAY_S = expectedAroundTheClock(Number.POSITIVE_INFINITY);

/** Days of a year without a 29 February before each of its months. */
const BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** From 0. */
function dayOfYear(day: Day): number {
  const month = Number(day.slice(5, 7));
  const isAfterLeapDay = month > 2 && isLeap(Number(day.slice(0, 4)));
  return BEFORE_MONTH[month - 1]! + Number(day.slice(8)) - 1 + (isAfterLeapDay ? 1 : 0);
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
