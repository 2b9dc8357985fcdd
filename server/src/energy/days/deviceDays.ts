// Reads and writes the stored energy per device and day; writes report what changed, so that totals can follow.

import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { plainArray, textArray } from '../../platform/database/arrays.ts';
import { dates, floats, instants, ints, jsonsBy, texts } from '../../platform/database/binaryArrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { type DeviceKey, keysOf } from '../../platform/database/deviceKeys.ts';
import { wholeWh } from '../../platform/texts/numbers.ts';
import { energySamplesAfter } from '../../samples/samples.ts';
import { sumMonths } from '../modules/storedShares.ts';
import type { ClockHours } from '../rules/clockHours.ts';
import type { DayRow, EnergyState } from '../rules/deviceEnergy.ts';
import type { DayStore } from '../rules/recomputeDays.ts';
import { maxStateBytes, parseState, writeState } from './serializeState.ts';

/** Figures of a day that totals depend on. */
export interface DayFigures {
  energyWh: number;
  coveredS: number;
  source: 'counted' | 'integrated' | 'imported';
  /** Null or missing: not stored by the hour. */
  hours?: ClockHours | null;
}

export interface KnownDay extends DayFigures {
  day: Day;
}

/** Figures of one device on one day before and after a change; null: no row. */
export interface DayChange {
  sid: string;
  sn: string;
  day: Day;
  before: DayFigures | null;
  after: DayFigures | null;
}

/** Returns what a change adds to the total of its device and plant, in whole Wh. */
export const addedWhOf = ({ before, after }: Pick<DayChange, 'before' | 'after'>): number =>
  wholeWh(after?.energyWh ?? 0) - wholeWh(before?.energyWh ?? 0);

export interface NewestDays {
  carry: EnergyState | null;
  /** Days from that of the state on: usually only that day. */
  days: readonly KnownDay[];
}

/** Columns of a `device_days d` row; `ofDay` null: the device has no days. */
export type StoredDay = DeviceKey & DayFigures & { ofDay: Day | null; carry: string | null };

export const dayColumns = (sql: Sql | Transaction) => sql`
  d.day as of_day, d.energy_wh, d.covered_s, d.source, d.hours, d.carry::text as carry`;

/** Reads by `sn`, as a serial number belongs to one plant. Devices without a live row or without days are missing. */
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

/** Returns the aggregation state of each device's newest row that has one, and the days from there on. */
export function newestOf(rows: readonly StoredDay[]): Map<string, NewestDays> {
  const newest = new Map<string, { state: EnergyState | null; stateDay: Day; days: KnownDay[] }>();
  for (const { sn, ofDay: day, carry, energyWh, coveredS, source, hours } of rows) {
    if (day === null) continue;
    let device = newest.get(sn);
    if (!device) {
      device = { state: null, stateDay: '', days: [] };
      newest.set(sn, device);
    }
    device.days.push({ day, energyWh, coveredS, source, ...(hours && { hours }) });
    if (carry === null || day < device.stateDay) continue;
    device.state = parseState(carry);
    device.stateDay = day;
  }
  return new Map(
    [...newest].map(([sn, { state, stateDay, days }]) => [
      sn,
      { carry: state, days: days.filter(({ day }) => day >= stateDay) },
    ]),
  );
}

export interface DeviceDay {
  device: DeviceKey;
  row: DayRow;
}

/** Returns the rows as a table `g`. */
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
        unnest(${statesOf(days)}::json[]) as carry,
        (unnest(${texts(days, ({ row }) => row.hours && plainArray(row.hours))}::text[]))::bigint[] as hours
    ) g`;
}

const statesOf = (days: readonly DeviceDay[]): Buffer =>
  jsonsBy(days, ({ row }) => row.carryAfter, maxStateBytes, writeState);

/** Upserts rows by day, whose shares of modules are then computed again; import, export, charge and discharge stay as they are. */
export function writeDays(sql: Transaction, rows: readonly DeviceDay[]): Promise<unknown> {
  if (rows.length === 0) return Promise.resolve();
  return sql`
    insert into device_days (sid, sn, day, energy_wh, integrated_wh, source, covered_s, peak_w, peak_at, first_at, last_at, samples, carry, hours)
    select sid, sn, day, energy_wh, integrated_wh, source, covered_s, peak_w, peak_at, first_at, last_at, samples, carry, hours
    from ${rowsOf(sql, rows)}
    on conflict (sid, sn, day) do update set
      energy_wh = excluded.energy_wh, integrated_wh = excluded.integrated_wh, source = excluded.source,
      covered_s = excluded.covered_s, peak_w = excluded.peak_w, peak_at = excluded.peak_at, first_at = excluded.first_at,
      last_at = excluded.last_at, samples = excluded.samples, carry = excluded.carry, hours = excluded.hours, input_shares = null`.execute();
}

/** Updates existing rows, cheaper than `writeDays`; returns the number of rows found. */
export function updateDays(sql: Transaction, rows: readonly DeviceDay[]): Promise<number> {
  if (rows.length === 0) return Promise.resolve(0);
  return sql`
    update device_days d set
      energy_wh = g.energy_wh, integrated_wh = g.integrated_wh, source = g.source, covered_s = g.covered_s,
      peak_w = g.peak_w, peak_at = g.peak_at, first_at = g.first_at,
      last_at = g.last_at, samples = g.samples, carry = g.carry, hours = g.hours, input_shares = null
    from ${rowsOf(sql, rows)} where d.sid = g.sid and d.sn = g.sn and d.day = g.day`
    .execute()
    .then(({ count }) => count);
}

/** Change by a row that replaces a stored one. */
type RowChange = DayChange & { after: KnownDay };

export function changesOf({ sid, sn }: DeviceKey, rows: readonly DayRow[], before: readonly KnownDay[]): RowChange[] {
  return rows.map(({ day, energyWh, coveredS, source, hours }) => {
    const after: KnownDay = { day, energyWh, coveredS, source };
    if (hours) after.hours = hours;
    return { sid, sn, day, before: before.find((stored) => stored.day === day) ?? null, after };
  });
}

/** Returns the known days after these changes, from the day of the newest aggregation state on. */
export function daysAfter(before: readonly KnownDay[], changes: readonly RowChange[]): readonly KnownDay[] {
  const last = changes.at(-1)?.after;
  if (!last) return before;
  return before.length > 1 ? [last, ...before.filter(({ day }) => day > last.day)] : [last];
}

/** Returns the aggregation state of the newest day before `day` that has one stored; null: none. */
export async function stateBefore(
  sql: Sql | Transaction,
  { sid, sn }: DeviceKey,
  day: Day,
): Promise<EnergyState | null> {
  const [row] = await sql<{ carry: string }[]>`
    select carry::text as carry from device_days
    where sid = ${sid} and sn = ${sn} and day < ${day} and carry is not null order by day desc limit 1`;
  return row ? parseState(row.carry) : null;
}

/**
 * Returns the store through which `recomputeDays` loads and writes the days of one device; `changed` receives every
 * change.
 */
export function dayStoreOf(sql: Transaction, key: DeviceKey, changed: (changes: DayChange[]) => void): DayStore {
  const { sid, sn } = key;
  return {
    stateBefore: (day) => stateBefore(sql, key, day),
    stateOf: async (day) => {
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
      const newDays = new Set(rows.map(({ day }) => day));
      const removed = stored.filter(({ day, total }) => !total && !newDays.has(day));
      if (removed.length > 0) {
        await sql`
          delete from device_days
          where sid = ${sid} and sn = ${sn} and day in (select unnest(${textArray(removed.map(({ day }) => day))}::text::date[]))`;
        await sumMonths(
          sql,
          sid,
          removed.map(({ day }) => ({ sn, day })),
        );
      }
      await writeDays(
        sql,
        rows.map((row) => ({ device: key, row })),
      );
      changed([
        ...removed.map(({ day, total: _, ...before }) => ({ ...key, day, before, after: null })),
        ...changesOf(key, rows, stored),
      ]);
    },
  };
}
