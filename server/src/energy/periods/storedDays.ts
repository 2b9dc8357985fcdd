// Reads stored days of a site or of one of its devices. Queries return them as one text: the driver spends more on a row than all other processing costs, and a year has hundreds.

import { PRODUCING_KINDS } from '../../families/kinds.ts';
import { type Day, dayStartMs, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { wholeWh } from '../../platform/texts/numbers.ts';
import { expectedAroundTheClock, expectedOnDay, expectedSeconds, type Location } from '../rules/expectedDaylight.ts';

export interface StoredDay {
  day: Day;
  energyWh: number;
  source: 'counted' | 'integrated' | 'imported' | 'mixed';
  coveredS: number;
  /** Number of contributing devices; 0: only a meter at the modules. Of a device 1. */
  devices: number;
  /** Number of producing devices that belonged to the plant on this day, at least `devices`; of a device 1. */
  belonging: number;
  /** This and the fields below only for days of a site, where requested. Whether its highest power was determined. */
  isPeakKnown: boolean;
  peakW: number | null;
  peakAtMs: number | null;
}

interface Place {
  sid: string;
  sn?: string;
  timezone: string;
}

/** Returns the table of the days as `d` and the condition for its rows. */
export const daysOf = (sql: Transaction, { sid, sn }: Omit<Place, 'timezone'>): { table: Fragment; mine: Fragment } =>
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

/**
 * Returns the producing devices of a plant as one text for `parseDays`: when each was registered and removed, and its first
 * day with data. Null for a device.
 */
export function belongingText(sql: Transaction, { sid, sn }: Pick<Place, 'sid' | 'sn'>): Fragment {
  if (sn !== undefined) return sql`null::text`;
  // Looked up only of devices registered after the plant's first day: of the others it changes nothing.
  const firstDay = sql`case when d.created_at > (select min(a.day) - 1 from site_days a where a.sid = ${sid})::timestamp at time zone 'UTC'
    then (select min(f.day) from device_days f where f.sid = d.sid and f.sn = d.sn) end`;
  return sql`(
    select string_agg(concat_ws(' ', b.devices, date_part('epoch', b.created_at), coalesce(date_part('epoch', b.removed_at)::text, '-'), b.first_day), ',') from (
      select d.created_at, d.removed_at, ${firstDay} as first_day, count(*) as devices
      from devices d join products p on p.id = d.product_id where d.sid = ${sid} and p.kind = any (${PRODUCING_KINDS})
      group by 1, 2, 3
    ) b)`;
}

/** Returns the first day on which a device belongs to its plant: of its registration, or the first with data if that is earlier. */
export function belongsFrom(createdAt: Date, firstDay: Day | null, timezone: string): Day {
  const registered = localDay(createdAt.getTime(), timezone);
  return firstDay !== null && firstDay < registered ? firstDay : registered;
}

/** Adds the number of belonging devices to each of the days, which are sorted: until the day before their removal. */
function addBelonging(days: StoredDay[], text: string | null | undefined, timezone: string): void {
  if (!text) return;
  const changes = text.split(',').flatMap((row): [Day, number][] => {
    const [devices, createdS, removedS, firstDay] = row.split(' ');
    const from = belongsFrom(new Date(Number(createdS) * 1000), firstDay ?? null, timezone);
    const removal: [Day, number][] =
      removedS === '-' ? [] : [[localDay(Number(removedS) * 1000, timezone), -Number(devices)]];
    return [[from, Number(devices)], ...removal];
  });
  changes.sort(([left], [right]) => (left < right ? -1 : 1));
  let belonging = 0;
  let next = 0;
  for (const day of days) {
    for (; next < changes.length && changes[next]![0] <= day.day; next++) belonging += changes[next]![1];
    day.belonging = Math.max(day.devices, belonging);
  }
}

/** Parses the days of `daysText` and sorts them, with the devices of `belongingText`. */
export function parseDays(
  text: string | null | undefined,
  belonging: string | null | undefined,
  timezone: string,
): StoredDay[] {
  if (!text) return [];
  const days = text.split(',').map((row): StoredDay => {
    const parts = row.split(' ');
    const [, , , , , , peakW, peakAtS] = parts;
    return {
      day: parts[0]!,
      energyWh: wholeWh(Number(parts[1])),
      source: parts[2] as StoredDay['source'],
      coveredS: Number(parts[3]),
      devices: Number(parts[4] ?? 1),
      belonging: Number(parts[4] ?? 1),
      isPeakKnown: parts[5] === 't',
      peakW: peakW === undefined ? null : Number(peakW),
      peakAtMs: peakAtS === undefined ? null : Math.round(Number(peakAtS) * 1000),
    };
  });
  days.sort((left, right) => (left.day < right.day ? -1 : 1));
  addBelonging(days, belonging, timezone);
  return days;
}

/** Reads the days that match a condition on rows `d`. The caller has checked access to the site. */
export async function storedDays(sql: Transaction, of: Place, condition: Fragment): Promise<StoredDay[]> {
  const { table, mine } = daysOf(sql, of);
  const [row] = await sql<{ days: string | null; belonging: string | null }[]>`
    select ${daysText(sql, of)} as days, ${belongingText(sql, of)} as belonging from ${table} d where ${mine} and (${condition})`;
  return parseDays(row?.days, row?.belonging, of.timezone);
}

/**
 * Returns the covered seconds of a day's daylight, the mean over all devices that belonged to the plant. A meter at the modules also reports at night, so its share of the
 * whole day applies to the daylight.
 */
export function coveredOf(location: Location, at: Date): (day: StoredDay) => number {
  const today = localDay(at.getTime(), location.timezone);
  const elapsedS = (at.getTime() - dayStartMs(today, location.timezone)) / 1000;
  const expectedOn = expectedOnDays(location, at);
  return ({ day, coveredS, devices, belonging }) => {
    const expectedS = expectedOn(day);
    // Silent devices count for nothing, which the excess of the others does not compensate.
    if (devices > 0) return (Math.min(coveredS, expectedS) * devices) / belonging;
    return Math.min(1, coveredS / (day === today ? expectedAroundTheClock(elapsedS) : WHOLE_DAY_S)) * expectedS;
  };
}

/** Returns the expected seconds of daylight of a day up to today; of today those that have passed. */
export function expectedOnDays(location: Location, at: Date): (day: Day) => number {
  const today = localDay(at.getTime(), location.timezone);
  const expectedToday = expectedSeconds(today, today, location, today, at.getTime());
  return (day) => (day === today ? expectedToday : expectedOnDay(location.latitude, day));
}

/**
 * Returns whether the energy of a stored day is known: it is not while no sample covers any of its daylight and no counter
 * gave it energy, as with a single sample at midnight. Where no daylight was due, 0 is known.
 */
export function isKnownOf(
  location: Location,
  at: Date,
): (day: Pick<StoredDay, 'day' | 'energyWh' | 'coveredS'>) => boolean {
  const expectedOn = expectedOnDays(location, at);
  return ({ day, energyWh, coveredS }) => energyWh > 0 || coveredS > 0 || expectedOn(day) <= 0;
}

const WHOLE_DAY_S = expectedAroundTheClock(Number.POSITIVE_INFINITY);
