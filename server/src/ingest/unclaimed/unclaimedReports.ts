// Reports that cannot be shown yet or ever: of serial numbers of no plant, of restricted ones, and bodies that are not frames.

import type { RawBytes } from '../../families/family.ts';
import { instantArray, textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';

export interface UnclaimedReport {
  /** Null: the body is not a frame and contains none. */
  sn: string | null;
  at: Date;
  raw: RawBytes;
  /** Why the body is not a frame, or `restricted`; null: valid, but its serial number belongs to no plant. */
  reason: string | null;
}

export interface UnclaimedNumber {
  sn: string;
  atMs: number;
  /** Of the frame; '' for a report from a gateway. */
  source: string;
  /** The reporting gateway; null: the device reported itself. */
  gateway: string | null;
}

/**
 * Records contact of these numbers, in their sort order. Returns those that belong to a plant after all: the row is locked
 * until the end of the transaction, so either this call sees a registration or the registration sees the stored reports.
 */
export async function recordUnclaimed(sql: Transaction, unclaimed: readonly UnclaimedNumber[]): Promise<Set<string>> {
  if (unclaimed.length === 0) return new Set();
  const rows = await sql<{ sn: string; taken: boolean }[]>`
    insert into serial_numbers as s (sn, first_seen_at, last_seen_at, source, gateway_sn)
    select g.sn, min(g.at), max(g.at), max(g.source), max(g.gateway) from (
      select unnest(${textArray(unclaimed.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${instantArray(unclaimed.map(({ atMs }) => atMs))}::text::timestamptz[]) as at,
        unnest(${textArray(unclaimed.map(({ source }) => source))}::text::text[]) as source,
        unnest(${textArray(unclaimed.map(({ gateway }) => gateway))}::text::text[]) as gateway
    ) g
    group by g.sn order by g.sn
    on conflict (sn) do update set
      first_seen_at = least(s.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at), source = excluded.source,
      -- a gateway that names a device which reports by itself does not become its gateway
      gateway_sn = case when s.first_seen_at is not null and s.gateway_sn is null then null
        else coalesce(excluded.gateway_sn, s.gateway_sn) end
    returning s.sn, s.sid is not null as taken`;
  return new Set(rows.filter(({ taken }) => taken).map(({ sn }) => sn));
}

export async function storeUnclaimed(sql: Sql | Transaction, reports: readonly UnclaimedReport[]): Promise<void> {
  if (reports.length === 0) return;
  await sql`
    insert into raw_reports (sn, received_at, path, body, reason, address)
    select sn, at, path, decode(body, 'hex'), reason, address from (
      select unnest(${textArray(reports.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${instantArray(reports.map(({ at }) => at.getTime()))}::text::timestamptz[]) as at,
        unnest(${textArray(reports.map(({ raw }) => raw.path))}::text::text[]) as path,
        unnest(${textArray(reports.map(({ raw }) => hexOf(raw.body)))}::text::text[]) as body,
        unnest(${textArray(reports.map(({ reason }) => reason))}::text::text[]) as reason,
        unnest(${textArray(reports.map(({ raw }) => raw.address))}::text::text[]) as address
    ) g`;
}

const hexOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
