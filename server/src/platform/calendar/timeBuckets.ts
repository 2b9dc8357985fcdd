// Days in SQL: the database compares days and instants but never converts one into the other. Conversions are computed by
// platform/calendar/rules/localDays.ts and passed to the statement, so that a day is the same everywhere: the database's
// time zone data may be of another year than Node's.

import { instantArray, textArray } from '../database/arrays.ts';
import type { Fragment, Sql, Transaction } from '../database/connect.ts';
import { knownZones } from '../places/rules/countries.ts';
import {
  type Day,
  dayEndMs,
  dayStartMs,
  firstDayOfMonth,
  lastDayOfMonth,
  localDay,
  monthOf,
} from './rules/localDays.ts';

/** Conversions needed for each zone: the day of an instant, and the bounds of days. */
export interface ZoneQueries {
  at: Date;
  firstDay?: Day | undefined;
  lastDay?: Day | undefined;
}

/**
 * Joins `z` (or another alias) to `sites s`: `today` of the instant, `begin_at` and `end_at` of the requested days. Contains
 * all time zones, as finding those of the plants costs more than the whole table; a plant's zone is always one of them
 * (`zoneNamed`).
 */
export function joinZones(sql: Sql | Transaction, { at, ...days }: ZoneQueries, z = sql`z`): Fragment {
  const { days: today } = todayByZone(at);
  const { zones, begins, ends } = boundsByZone(days);
  return sql`left join (
    select unnest(${zones}::text::text[]) as timezone, unnest(${today}::text::date[]) as today,
      unnest(${begins}::text::timestamptz[]) as begin_at, unnest(${ends}::text::timestamptz[]) as end_at
  ) ${z} on ${z}.timezone = s.timezone`;
}

/** Returns, for a database function, array literals of all zones and of their days at the instant. */
export function todayByZone(at: Date): { zones: string; days: string } {
  const zones = knownZones();
  return { zones: textArray(zones), days: textArray(zones.map((zone) => localDay(at.getTime(), zone))) };
}

/** Returns array literals of all zones, and of when the requested days begin and end there; empty: no day was requested. */
export function boundsByZone({
  firstDay,
  lastDay,
}: Omit<ZoneQueries, 'at'>): Record<'zones' | 'begins' | 'ends', string> {
  const zones = knownZones();
  const begins = firstDay === undefined ? [] : zones.map((zone) => dayStartMs(firstDay, zone));
  const ends = lastDay === undefined ? [] : zones.map((zone) => dayEndMs(lastDay, zone));
  return { zones: textArray(zones), begins: instantArray(begins), ends: instantArray(ends) };
}

export interface Period {
  from: Day;
  /** Last day, included. */
  to: Day;
}

/** One value for each period, in order: for a tuple of periods a tuple of the same length. */
export type PerPeriod<Periods extends readonly Period[], Value> = { -readonly [Index in keyof Periods]: Value };

export function mapPeriods<Periods extends readonly Period[], Value>(
  periods: Periods,
  figureOf: (period: Period, index: number) => Value,
): PerPeriod<Periods, Value> {
  return periods.map(figureOf) as PerPeriod<Periods, Value>;
}

/** Returns the periods for which figures are shown: today, yesterday, this month, this year, all time. */
export function standardPeriods(today: Day): [Period, Period, Period, Period, Period] {
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  return [
    { from: today, to: today },
    { from: yesterday, to: yesterday },
    monthPeriod(monthOf(today)),
    { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` },
    { from: '1970-01-01', to: '9999-12-31' },
  ];
}

/** Returns the days of a month "YYYY-MM". */
function monthPeriod(month: string): Period {
  return { from: firstDayOfMonth(month), to: lastDayOfMonth(month) };
}
