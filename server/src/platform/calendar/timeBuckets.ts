// Days in SQL: the database compares days and instants, and never turns one into the other. What a zone's calendar says is
// computed by platform/calendar/rules/localDays.ts and handed to the statement, so that a day is the same day everywhere: the database's table
// of zones is of another year than Node's.

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

/** What each zone's calendar is asked: which day an instant is, and when days begin and end. */
export interface ZoneQueries {
  at: Date;
  firstDay?: Day | undefined;
  lastDay?: Day | undefined;
}

/**
 * `z`, or what it is to be called, beside `sites s`: `today` of the instant, `begin_at` and `end_at` of the asked days. All zones there are, as asking which
 * ones the plants are in costs more than the whole table; a plant's zone is always one of them (`zoneNamed`).
 */
export function joinZones(sql: Sql | Transaction, { at, ...asked }: ZoneQueries, z = sql`z`): Fragment {
  const { days } = todayByZone(at);
  const { zones, begins, ends } = boundsByZone(asked);
  return sql`left join (
    select unnest(${zones}::text::text[]) as timezone, unnest(${days}::text::date[]) as today,
      unnest(${begins}::text::timestamptz[]) as begin_at, unnest(${ends}::text::timestamptz[]) as end_at
  ) ${z} on ${z}.timezone = s.timezone`;
}

/** The same for a function in the database: array literals of all zones and of their days at the instant. */
export function todayByZone(at: Date): { zones: string; days: string } {
  const zones = knownZones();
  return { zones: textArray(zones), days: textArray(zones.map((zone) => localDay(at.getTime(), zone))) };
}

/** Array literals of all zones, and of when the asked days begin and end there; empty: none was asked for. */
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
  /** Included. */
  to: Day;
}

/** One value for each period, in their order: of a tuple of periods a tuple as long. */
export type PerPeriod<Periods extends readonly Period[], Value> = { -readonly [Place in keyof Periods]: Value };

export function mapPeriods<Periods extends readonly Period[], Value>(
  periods: Periods,
  figureOf: (period: Period, place: number) => Value,
): PerPeriod<Periods, Value> {
  return periods.map(figureOf) as PerPeriod<Periods, Value>;
}

/** Today, yesterday, this month, this year and everything, as figures are shown. */
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

/** "YYYY-MM" as its days. */
function monthPeriod(month: string): Period {
  return { from: firstDayOfMonth(month), to: lastDayOfMonth(month) };
}
