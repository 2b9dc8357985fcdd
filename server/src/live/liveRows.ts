// The newest values of each device: locked while its reports are ingested, only ever moved forward.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { StatusNumber } from '@heliograph/contract/statuses.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import { textArray } from '../platform/database/arrays.ts';
import {
  booleans,
  dates,
  floats,
  halfFloats,
  instants,
  ints,
  jsons,
  longInts,
  smallInts,
  texts,
} from '../platform/database/binaryArrays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { type DeviceKey, keysOf } from '../platform/database/deviceKeys.ts';

export interface LiveRow extends DeviceKey {
  atMs: number | null;
  receivedAtMs: number | null;
  powerW: number | null;
  /** Of a meter or a battery, W, with the sign that its plant uses. */
  flowW: number | null;
  flowOf: string | null;
  quantities: Partial<Record<QuantityName, number | null>>;
  statusBits: number;
  mode: number;
  status: StatusNumber;
  /** Seconds between its uploads. */
  uploadEveryS: number;
  firmware: string;
  /** Its newest sample reported a restart. */
  restarted: boolean;
  day: Day | null;
  todayWh: number;
  totalWh: number;
  /** Incremented by every change of the row or of the device's days. */
  version: number;
  /** Incremented when the location changes with which the device's days are aggregated (KnownDevice.fold). */
  fold: number;
}

export type StoredLive = Omit<LiveRow, 'atMs' | 'receivedAtMs'> & { at: Date | null; receivedAt: Date | null };

/** Columns of `device_live l`. */
export const liveColumns = (sql: Sql | Transaction) => sql`
  l.sid, l.sn, l.at, l.received_at, l.power_w::float8 as power_w, l.flow_w::float8 as flow_w, l.flow_of, l.quantities, l.status_bits, l.mode,
  l.status, l.upload_every_s, l.firmware, l.restarted, l.day, l.today_wh, l.total_wh, l.fold, l.version`;

/** Converts a row, which may have columns of other tables too. */
export function liveOf({ sid, sn, at, receivedAt, ...row }: StoredLive): LiveRow {
  const { powerW, flowW, flowOf, quantities, statusBits, mode, status, uploadEveryS, firmware, restarted } = row;
  const { day, todayWh, totalWh, version, fold } = row;
  return {
    sid,
    sn,
    atMs: at?.getTime() ?? null,
    receivedAtMs: receivedAt?.getTime() ?? null,
    powerW,
    flowW,
    flowOf,
    quantities,
    statusBits,
    mode,
    status,
    uploadEveryS,
    firmware,
    restarted,
    day,
    todayWh,
    totalWh,
    version,
    fold,
  };
}

/** Locks and reads live rows. Devices without a row (released, or their site deleted) are missing. Two batches that lock never deadlock. */
export async function lockLive(sql: Transaction, keys: readonly DeviceKey[]): Promise<Map<string, LiveRow>> {
  // Sent together; the second starts after the first, so it sees the changes that the lock waited for.
  const [versions, rows] = await Promise.all([
    lockVersions(sql, keys),
    sql<StoredLive[]>`
      select ${liveColumns(sql)} from ${keysOf(sql, keys)} join device_live l on l.sid = k.sid and l.sn = k.sn`.execute(),
  ]);
  return new Map(rows.filter(({ sn }) => versions.has(sn)).map((row) => [row.sn, liveOf(row)]));
}

/** Takes the same locks and returns only the version of each row. */
export async function lockVersions(sql: Transaction, keys: readonly DeviceKey[]): Promise<Map<string, number>> {
  const rows = await sql<{ sn: string; version: number }[]>`
    select sn, version from lock_devices(
      ${textArray(keys.map(({ sid }) => sid))}::text::text[], ${textArray(keys.map(({ sn }) => sn))}::text::text[])`.execute();
  return new Map(rows.map(({ sn, version }) => [sn, version]));
}

/** Returns the rows as a table `g`. */
function rowsOf(sql: Transaction, rows: readonly LiveRow[]) {
  return sql`(
      select unnest(${texts(rows, ({ sid }) => sid)}::text[]) as sid,
        unnest(${texts(rows, ({ sn }) => sn)}::text[]) as sn,
        unnest(${longInts(rows, ({ version }) => version)}::int8[]) as version,
        unnest(${instants(rows, ({ atMs }) => atMs)}::timestamptz[]) as at,
        unnest(${instants(rows, ({ receivedAtMs }) => receivedAtMs)}::timestamptz[]) as received_at,
        unnest(${halfFloats(rows, ({ powerW }) => powerW)}::float4[]) as power_w,
        unnest(${halfFloats(rows, ({ flowW }) => flowW)}::float4[]) as flow_w,
        unnest(${texts(rows, ({ flowOf }) => flowOf)}::text[]) as flow_of,
        unnest(${jsons(rows, ({ quantities }) => JSON.stringify(quantities))}::json[]) as quantities,
        unnest(${ints(rows, ({ statusBits }) => statusBits)}::int[]) as status_bits,
        unnest(${smallInts(rows, ({ mode }) => mode)}::int2[]) as mode,
        unnest(${smallInts(rows, ({ status }) => status)}::int2[]) as status,
        unnest(${smallInts(rows, ({ uploadEveryS }) => uploadEveryS)}::int2[]) as upload_every_s,
        unnest(${texts(rows, ({ firmware }) => firmware)}::text[]) as firmware,
        unnest(${booleans(rows, ({ restarted }) => restarted)}::boolean[]) as restarted,
        unnest(${dates(rows, ({ day }) => day)}::date[]) as day,
        unnest(${floats(rows, ({ todayWh }) => todayWh)}::float8[]) as today_wh,
        unnest(${floats(rows, ({ totalWh }) => totalWh)}::float8[]) as total_wh
    ) g`;
}

const columnsOf = (sql: Transaction) => sql`
  version = g.version + 1, at = g.at, received_at = g.received_at, power_w = g.power_w, flow_w = g.flow_w, flow_of = g.flow_of,
  quantities = g.quantities, status_bits = g.status_bits, mode = g.mode, status = g.status,
  upload_every_s = g.upload_every_s, firmware = g.firmware, restarted = g.restarted, day = g.day,
  today_wh = g.today_wh, total_wh = g.total_wh`;

/**
 * Updates rows whose version is unchanged since they were read; returns how many. Removing a device from its plant increments
 * its version, so it is not updated. The rows must be in the order of their keys: rows that are not locked yet are locked by
 * this statement.
 */
export function updateUnchangedLive(sql: Transaction, rows: readonly LiveRow[]): Promise<number> {
  if (rows.length === 0) return Promise.resolve(0);
  return sql`
    update device_live l set ${columnsOf(sql)} from ${rowsOf(sql, rows)}
    where l.sid = g.sid and l.sn = g.sn and l.version = g.version`
    .execute()
    .then(({ count }) => count);
}

/** Writes rows that this transaction has locked. */
export function writeLive(sql: Transaction, rows: readonly LiveRow[]): Promise<unknown> {
  if (rows.length === 0) return Promise.resolve();
  return sql`
    update device_live l set ${columnsOf(sql)} from ${rowsOf(sql, rows)} where l.sid = g.sid and l.sn = g.sn`.execute();
}
