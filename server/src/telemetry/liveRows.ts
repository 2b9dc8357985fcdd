// The newest of each device: locked while its reports are taken, moved forward only.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { StatusNumber } from '@heliograph/contract/statuses.ts';
import type { Transaction } from '../db/connect.ts';
import type { Day } from '../rules/localDays.ts';
import { lineArray, plainArray, textArray } from '../sql/arrays.ts';
import type { DeviceKey } from './deviceDays.ts';

export interface LiveRow extends DeviceKey {
  atMs: number | null;
  receivedAtMs: number | null;
  powerW: number | null;
  quantities: Partial<Record<QuantityName, number | null>>;
  statusBits: number;
  mode: number;
  status: StatusNumber;
  /** Seconds between its uploads. */
  uploadEveryS: number;
  firmware: string;
  day: Day | null;
  todayWh: number;
  totalWh: number;
  /** The transaction that wrote the row. */
  version: string;
  /** Rises when the place changes that the device's days are folded with (KnownDevice.fold). */
  fold: number;
}

/**
 * Locks the devices in the order of their keys, so that two batches never wait for each other. Devices without a row
 * (released, or their site deleted) are missing.
 */
export async function lockLive(sql: Transaction, keys: readonly DeviceKey[]): Promise<Map<string, LiveRow>> {
  const rows = await sql<LiveRow[]>`
    select l.sid, l.sn, (extract(epoch from l.at) * 1000)::int8 as at_ms,
      (extract(epoch from l.received_at) * 1000)::int8 as received_at_ms, l.power_w::float8 as power_w, l.quantities, l.status_bits, l.mode,
      l.status, l.upload_every_s, l.firmware, l.day, l.today_wh, l.total_wh, l.fold, l.xmin::text as version
    from unnest(${textArray(keys.map(({ sid }) => sid))}::text::text[], ${textArray(keys.map(({ sn }) => sn))}::text::text[]) k (sid, sn)
    join device_live l on l.sid = k.sid and l.sn = k.sn
    join devices d on d.sid = k.sid and d.sn = k.sn and d.removed_at is null
    order by l.sid, l.sn
    for update of l`;
  return new Map(rows.map((row) => [row.sn, row]));
}

/** The same locks in the same order, but of each row only which transaction wrote it. */
export async function lockVersions(sql: Transaction, keys: readonly DeviceKey[]): Promise<Map<string, string>> {
  const rows = await sql<{ sn: string; version: string }[]>`
    select l.sn, l.xmin::text as version
    from unnest(${textArray(keys.map(({ sid }) => sid))}::text::text[], ${textArray(keys.map(({ sn }) => sn))}::text::text[]) k (sid, sn)
    join device_live l on l.sid = k.sid and l.sn = k.sn
    join devices d on d.sid = k.sid and d.sn = k.sn and d.removed_at is null
    order by l.sid, l.sn
    for update of l`;
  return new Map(rows.map(({ sn, version }) => [sn, version]));
}

/** The rows as a table `g`; instants as milliseconds, as reading a written date is dear. */
function rowsOf(sql: Transaction, rows: readonly LiveRow[]) {
  return sql`unnest(
      ${textArray(rows.map(({ sid }) => sid))}::text::text[], ${textArray(rows.map(({ sn }) => sn))}::text::text[],
      ${plainArray(rows.map(({ version }) => Number(version)))}::text::xid[],
      ${plainArray(rows.map(({ atMs }) => atMs))}::text::float8[],
      ${plainArray(rows.map(({ receivedAtMs }) => receivedAtMs))}::text::float8[],
      ${plainArray(rows.map(({ powerW }) => powerW && Math.fround(powerW)))}::text::float4[],
      string_to_array(${lineArray(rows.map(({ quantities }) => JSON.stringify(quantities)))}::text, E'\n')::json[],
      ${plainArray(rows.map(({ statusBits }) => statusBits))}::text::int[],
      ${plainArray(rows.map(({ mode }) => mode))}::text::int2[],
      ${plainArray(rows.map(({ status }) => status))}::text::int2[],
      ${plainArray(rows.map(({ uploadEveryS }) => uploadEveryS))}::text::int2[],
      ${textArray(rows.map(({ firmware }) => firmware))}::text::text[],
      ${textArray(rows.map(({ day }) => day))}::text::date[],
      ${plainArray(rows.map(({ todayWh }) => todayWh))}::text::float8[],
      ${plainArray(rows.map(({ totalWh }) => totalWh))}::text::float8[]
    ) g (sid, sn, version, at, received_at, power_w, quantities, status_bits, mode, status, upload_every_s, firmware, day, today_wh, total_wh)`;
}

const columnsOf = (sql: Transaction) => sql`
  at = to_timestamp(g.at / 1000), received_at = to_timestamp(g.received_at / 1000), power_w = g.power_w,
  quantities = g.quantities, status_bits = g.status_bits, mode = g.mode, status = g.status,
  upload_every_s = g.upload_every_s, firmware = g.firmware, day = g.day,
  today_wh = g.today_wh, total_wh = g.total_wh`;

/**
 * Moves rows that are still what they were when they were read, and whose device is still in the plant; gives how many
 * that are. Hand them over in the order of their keys: rows that nobody locked before are locked here.
 */
export function moveLive(sql: Transaction, rows: readonly LiveRow[]): Promise<number> {
  if (rows.length === 0) return Promise.resolve(0);
  return sql`
    update device_live l set ${columnsOf(sql)} from ${rowsOf(sql, rows)}
    join devices d on d.sid = g.sid and d.sn = g.sn and d.removed_at is null
    where l.sid = g.sid and l.sn = g.sn and l.xmin = g.version`
    .execute()
    .then(({ count }) => count);
}

/** Rows that this transaction has locked. */
export function writeLive(sql: Transaction, rows: readonly LiveRow[]): Promise<unknown> {
  if (rows.length === 0) return Promise.resolve();
  return sql`
    update device_live l set ${columnsOf(sql)} from ${rowsOf(sql, rows)} where l.sid = g.sid and l.sn = g.sn`.execute();
}
