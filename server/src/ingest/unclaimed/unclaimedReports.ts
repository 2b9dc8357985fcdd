// Reports that nobody can show yet or ever: serial numbers of no plant, restricted ones, and bodies that are no frame.

import type { RawBytes } from '../../families/family.ts';
import { instantArray, textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';

export interface UnclaimedReport {
  /** Null: of bytes that say none, as they are no frame. */
  sn: string | null;
  at: Date;
  raw: RawBytes;
  /** Null: good, its serial number belongs to no plant. */
  reason: string | null;
}

export interface UnclaimedNumber {
  sn: string;
  atMs: number;
  /** Of the frame; '' for one that a gateway told. */
  source: string;
  /** Which gateway told it; null: it spoke for itself. */
  gateway: string | null;
}

/**
 * Notes that these numbers were heard, in the order of their names. Gives those that belong to a plant after all: the
 * row is locked until the end of the transaction, so a registration is either seen here or sees what is kept.
 */
export async function recordUnclaimed(sql: Transaction, heard: readonly UnclaimedNumber[]): Promise<Set<string>> {
  if (heard.length === 0) return new Set();
  const rows = await sql<{ sn: string; taken: boolean }[]>`
    insert into serial_numbers as s (sn, first_seen_at, last_seen_at, source, gateway_sn)
    select g.sn, min(g.at), max(g.at), max(g.source), max(g.gateway) from (
      select unnest(${textArray(heard.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${instantArray(heard.map(({ atMs }) => atMs))}::text::timestamptz[]) as at,
        unnest(${textArray(heard.map(({ source }) => source))}::text::text[]) as source,
        unnest(${textArray(heard.map(({ gateway }) => gateway))}::text::text[]) as gateway
    ) g
    group by g.sn order by g.sn
    on conflict (sn) do update set
      first_seen_at = least(s.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at), source = excluded.source,
      gateway_sn = coalesce(excluded.gateway_sn, s.gateway_sn)
    returning s.sn, s.sid is not null as taken`;
  return new Set(rows.filter(({ taken }) => taken).map(({ sn }) => sn));
}

export async function storeUnclaimed(sql: Sql | Transaction, kept: readonly UnclaimedReport[]): Promise<void> {
  if (kept.length === 0) return;
  await sql`
    insert into raw_reports (sn, received_at, path, body, reason, address)
    select sn, at, path, decode(body, 'hex'), reason, address from (
      select unnest(${textArray(kept.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${instantArray(kept.map(({ at }) => at.getTime()))}::text::timestamptz[]) as at,
        unnest(${textArray(kept.map(({ raw }) => raw.path))}::text::text[]) as path,
        unnest(${textArray(kept.map(({ raw }) => hexOf(raw.body)))}::text::text[]) as body,
        unnest(${textArray(kept.map(({ reason }) => reason))}::text::text[]) as reason,
        unnest(${textArray(kept.map(({ raw }) => raw.address))}::text::text[]) as address
    ) g`;
}

const hexOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
