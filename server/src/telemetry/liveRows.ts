// The newest of each device: locked while its reports are taken, moved forward only.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { StatusNumber } from '@heliograph/contract/statuses.ts';
import type { Transaction } from '../db/connect.ts';
import type { Day } from '../rules/localDays.ts';
import { instantArray, plainArray, textArray } from './arrays.ts';
import type { DeviceKey } from './deviceDays.ts';

export interface LiveRow extends DeviceKey {
  atMs: number | null;
  receivedAtMs: number | null;
  powerW: number | null;
  quantities: Partial<Record<QuantityName, number | null>>;
  statusBits: number;
  mode: number;
  status: StatusNumber;
  day: Day | null;
  todayWh: number;
  totalWh: number;
}

/**
 * Locks the devices in the order of their keys, so that two batches never wait for each other. Devices without a row
 * (released, or their site deleted) are missing.
 */
export async function lockLive(sql: Transaction, keys: readonly DeviceKey[]): Promise<Map<string, LiveRow>> {
  const rows = await sql<LiveRow[]>`
    select l.sid, l.sn, (extract(epoch from l.at) * 1000)::int8 as at_ms,
      (extract(epoch from l.received_at) * 1000)::int8 as received_at_ms, l.power_w::float8 as power_w, l.quantities, l.status_bits, l.mode,
      l.status, l.day, l.today_wh, l.total_wh
    from unnest(${textArray(keys.map(({ sid }) => sid))}::text::text[], ${textArray(keys.map(({ sn }) => sn))}::text::text[]) k (sid, sn)
    join device_live l on l.sid = k.sid and l.sn = k.sn
    join devices d on d.sid = k.sid and d.sn = k.sn and d.removed_at is null
    order by l.sid, l.sn
    for update of l`;
  return new Map(rows.map((row) => [row.sn, row]));
}

export function writeLive(sql: Transaction, rows: readonly LiveRow[]): Promise<unknown> {
  if (rows.length === 0) return Promise.resolve();
  return sql`
    update device_live l set
      at = g.at, received_at = g.received_at, power_w = g.power_w, quantities = g.quantities, status_bits = g.status_bits,
      mode = g.mode, status = g.status, day = g.day, today_wh = g.today_wh, total_wh = g.total_wh
    from unnest(
      ${textArray(rows.map(({ sid }) => sid))}::text::text[], ${textArray(rows.map(({ sn }) => sn))}::text::text[],
      ${instantArray(rows.map(({ atMs }) => atMs))}::text::timestamptz[],
      ${instantArray(rows.map(({ receivedAtMs }) => receivedAtMs))}::text::timestamptz[],
      ${plainArray(rows.map(({ powerW }) => powerW))}::text::float4[],
      ${textArray(rows.map(({ quantities }) => JSON.stringify(quantities)))}::text::jsonb[],
      ${plainArray(rows.map(({ statusBits }) => statusBits))}::text::int[],
      ${plainArray(rows.map(({ mode }) => mode))}::text::int2[],
      ${plainArray(rows.map(({ status }) => status))}::text::int2[],
      ${textArray(rows.map(({ day }) => day))}::text::date[],
      ${plainArray(rows.map(({ todayWh }) => todayWh))}::text::float8[],
      ${plainArray(rows.map(({ totalWh }) => totalWh))}::text::float8[]
    ) g (sid, sn, at, received_at, power_w, quantities, status_bits, mode, status, day, today_wh, total_wh)
    where l.sid = g.sid and l.sn = g.sn`.execute();
}
