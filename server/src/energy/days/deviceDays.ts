// Energy per device and day as stored: read for the fold, written with what changed, so that totals can follow.

import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { plainArray, textArray } from '../../platform/database/arrays.ts';
import { dates, floats, instants, ints, jsonsBy, texts } from '../../platform/database/binaryArrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { type DeviceKey, keysOf } from '../../platform/database/deviceKeys.ts';
import { energySamplesAfter } from '../../samples/samples.ts';
import type { ClockHours } from '../rules/clockHours.ts';
import type { Carry, DayRow } from '../rules/deviceEnergy.ts';
import type { DayStore } from '../rules/recomputeDays.ts';
import { maxStateBytes, parseState, writeState } from './serializeState.ts';

/** What totals need of a day. */
export interface DayFigures {
  energyWh: number;
  coveredS: number;
  source: 'counted' | 'integrated' | 'imported';
  /** Null or missing: not kept by the hour. */
  hours?: ClockHours | null;
}

export interface KnownDay extends DayFigures {
  day: Day;
}

/** One day of one device before and after; null: there is no row. */
export interface DayChange {
  sid: string;
  sn: string;
  day: Day;
  before: DayFigures | null;
  after: DayFigures | null;
}

export interface NewestDays {
  carry: Carry | null;
  /** From the carry's day on: usually that one day. */
  days: readonly KnownDay[];
}

/** A row of `device_days d`; `ofDay` null: the device has none. */
export type StoredDay = DeviceKey & DayFigures & { ofDay: Day | null; carry: string | null };

export const dayColumns = (sql: Sql | Transaction) => sql`
  d.day as of_day, d.energy_wh, d.covered_s, d.source, d.hours, d.carry::text as carry`;

/** By `sn`: a serial number is in one plant. A device without a live row, or without days, is missing. */
export async function readNewestDays(
  sql: Transaction,
  devices: readonly DeviceKey[],
): Promise<Map<string, NewestDays>> {
  const rows = await sql<StoredDay[]>`
    select l.sid, l.sn, ${dayColumns(sql)} from ${keysOf(sql, devices)}
    join device_live l on l.sid = k.sid and l.sn = k.sn
    join device_days d on d.sid = l.sid and d.sn = l.sn and d.day >= coalesce(
      (select max(e.day) from device_days e where e.sid = l.sid and e.sn = l.sn and e.carry is not null), '-infinity')`;
  return newestOf(rows);
}

/** The state of the fold as the newest of a device's rows keeps it, and the days from there on. */
export function newestOf(rows: readonly StoredDay[]): Map<string, NewestDays> {
  const newest = new Map<string, { carry: Carry | null; carryDay: Day; days: KnownDay[] }>();
  for (const { sn, ofDay: day, carry, energyWh, coveredS, source, hours } of rows) {
    if (day === null) continue;
    let device = newest.get(sn);
    if (!device) {
      device = { carry: null, carryDay: '', days: [] };
      newest.set(sn, device);
    }
    device.days.push({ day, energyWh, coveredS, source, ...(hours && { hours }) });
    if (carry === null || day < device.carryDay) continue;
    device.carry = parseState(carry);
    device.carryDay = day;
  }
  return new Map(
    [...newest].map(([sn, { carry, carryDay, days }]) => [
      sn,
      { carry, days: days.filter(({ day }) => day >= carryDay) },
    ]),
  );
}

export interface DeviceDay {
  device: DeviceKey;
  row: DayRow;
}

/** The rows as a table `g`. */
function rowsOf(sql: Transaction, days: readonly DeviceDay[]) {
  return sql`(
      select unnest(${texts(days, ({ device }) => device.sid)}::text[]) as sid,
        unnest(${texts(days, ({ device }) => device.sn)}::text[]) as sn,
        unnest(${dates(days, ({ row }) => row.day)}::date[]) as day,
        unnest(${floats(days, ({ row }) => row.energyWh)}::float8[]) as energy_wh,
        unnest(${floats(days, ({ row }) => row.integratedWh)}::float8[]) as integrated_wh,
        unnest(${texts(days, ({ row }) => row.source)}::text[]) as source,
        unnest(${floats(days, ({ row }) => row.coveredS)}::float8[]) as covered_s,
        unnest(${floats(days, ({ row }) => row.peakW)}::float8[]) as peak_w,
        unnest(${instants(days, ({ row }) => row.peakAtMs)}::timestamptz[]) as peak_at,
        unnest(${instants(days, ({ row }) => row.firstAtMs)}::timestamptz[]) as first_at,
        unnest(${instants(days, ({ row }) => row.lastAtMs)}::timestamptz[]) as last_at,
        unnest(${ints(days, ({ row }) => row.samples)}::int[]) as samples,
        unnest(${carries(days)}::json[]) as carry,
        (unnest(${texts(days, ({ row }) => row.hours && plainArray(row.hours))}::text[]))::bigint[] as hours
    ) g`;
}

const carries = (days: readonly DeviceDay[]): Buffer =>
  jsonsBy(days, ({ row }) => row.carryAfter, maxStateBytes, writeState);

/** Each row replaces the stored one of its day; import, export, charge and discharge are left as they are. */
export function writeDays(sql: Transaction, rows: readonly DeviceDay[]): Promise<unknown> {
  if (rows.length === 0) return Promise.resolve();
  return sql`
    insert into device_days (sid, sn, day, energy_wh, integrated_wh, source, covered_s, peak_w, peak_at, first_at, last_at, samples, carry, hours)
    select sid, sn, day, energy_wh, integrated_wh, source, covered_s, peak_w, peak_at, first_at, last_at, samples, carry, hours
    from ${rowsOf(sql, rows)}
    on conflict (sid, sn, day) do update set
      energy_wh = excluded.energy_wh, integrated_wh = excluded.integrated_wh, source = excluded.source,
      covered_s = excluded.covered_s, peak_w = excluded.peak_w, peak_at = excluded.peak_at, first_at = excluded.first_at,
      last_at = excluded.last_at, samples = excluded.samples, carry = excluded.carry, hours = excluded.hours`.execute();
}

/** The same for rows that are there, at less cost; gives how many it found. */
export function updateDays(sql: Transaction, rows: readonly DeviceDay[]): Promise<number> {
  if (rows.length === 0) return Promise.resolve(0);
  return sql`
    update device_days d set
      energy_wh = g.energy_wh, integrated_wh = g.integrated_wh, source = g.source, covered_s = g.covered_s,
      peak_w = g.peak_w, peak_at = g.peak_at, first_at = g.first_at,
      last_at = g.last_at, samples = g.samples, carry = g.carry, hours = g.hours
    from ${rowsOf(sql, rows)} where d.sid = g.sid and d.sn = g.sn and d.day = g.day`
    .execute()
    .then(({ count }) => count);
}

/** By a row that replaces what was stored. */
type RowChange = DayChange & { after: KnownDay };

export function changesOf({ sid, sn }: DeviceKey, rows: readonly DayRow[], before: readonly KnownDay[]): RowChange[] {
  return rows.map(({ day, energyWh, coveredS, source, hours }) => {
    const after: KnownDay = { day, energyWh, coveredS, source };
    if (hours) after.hours = hours;
    return { sid, sn, day, before: before.find((known) => known.day === day) ?? null, after };
  });
}

/** What is known of days after these changes: from the day on that the newest state of the fold stands in. */
export function daysAfter(before: readonly KnownDay[], changes: readonly RowChange[]): readonly KnownDay[] {
  const last = changes.at(-1)?.after;
  if (!last) return before;
  return before.length > 1 ? [last, ...before.filter(({ day }) => day > last.day)] : [last];
}

/** The state of the fold at the newest day before this one that has kept it. */
export async function stateBefore(sql: Sql | Transaction, { sid, sn }: DeviceKey, day: Day): Promise<Carry | null> {
  const [row] = await sql<{ carry: string }[]>`
    select carry::text as carry from device_days
    where sid = ${sid} and sn = ${sn} and day < ${day} and carry is not null order by day desc limit 1`;
  return row ? parseState(row.carry) : null;
}

/** What `recomputeDays` loads and stores for one device; every change is handed to `changed`. */
export function dayStoreOf(sql: Transaction, key: DeviceKey, changed: (changes: DayChange[]) => void): DayStore {
  const { sid, sn } = key;
  return {
    carryBefore: (day) => stateBefore(sql, key, day),
    carryOf: async (day) => {
      const [row] = await sql<{ carry: string }[]>`
        select carry::text as carry from device_days
        where sid = ${sid} and sn = ${sn} and day = ${day} and carry is not null`;
      return row ? parseState(row.carry) : null;
    },
    samplesAfter: (afterMs, limit) => energySamplesAfter(sql, { sid, sn, afterMs, limit }),
    replaceDays: async (fromDay, toDay, rows) => {
      const stored = await sql<(DayFigures & { day: Day; total: boolean })[]>`
        select day, energy_wh, covered_s, source, hours, source = 'imported' and samples = 0 as total from device_days
        where sid = ${sid} and sn = ${sn} and day >= ${fromDay ?? '-infinity'} and day <= ${toDay ?? 'infinity'}`;
      const kept = new Set(rows.map(({ day }) => day));
      const gone = stored.filter(({ day, total }) => !total && !kept.has(day));
      if (gone.length > 0) {
        await sql`
          delete from device_days
          where sid = ${sid} and sn = ${sn} and day in (select unnest(${textArray(gone.map(({ day }) => day))}::text::date[]))`;
      }
      await writeDays(
        sql,
        rows.map((row) => ({ device: key, row })),
      );
      changed([
        ...gone.map(({ day, total: _, ...before }) => ({ ...key, day, before, after: null })),
        ...changesOf(key, rows, stored),
      ]);
    },
  };
}
