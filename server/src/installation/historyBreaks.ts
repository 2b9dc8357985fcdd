// Removed parts of a device's history: they take in no samples again, and no energy is counted across them.
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

/** SQL expression on `devices d`: an array of instants in ms, in order; null for most. */
export function historyBreaks(sql: Sql | Transaction): Fragment {
  return sql`(
    select json_agg(extract(epoch from b.at) * 1000 order by b.at) from (
      select unnest(array[h.from_at, h.to_at]) as at from history_removals h
      where h.sid = d.sid and h.sn = d.sn and h.state not in ('restoring', 'restored')
    ) b)`;
}

/** Removed part of a device's history, from `0` up to, but not including, `1`, ms. */
export type RemovedSpan = readonly [number, number];

/** SQL expression on `devices d`: an array of `RemovedSpan`; null for most. */
export function removedSpans(sql: Sql | Transaction): Fragment {
  return sql`(
    select json_agg(json_build_array(extract(epoch from h.from_at) * 1000, extract(epoch from h.to_at) * 1000)) from history_removals h
    where h.sid = d.sid and h.sn = d.sn and h.state not in ('restoring', 'restored'))`;
}

export const isRemoved = (spans: readonly RemovedSpan[], atMs: number): boolean =>
  spans.some(([fromMs, toMs]) => atMs >= fromMs && atMs < toMs);

/** Returns the breaks as a member of an energy or flow source: absent for most. */
export const breaksOf = (breaks: readonly number[] | null): { breaksMs?: readonly number[] } =>
  breaks ? { breaksMs: breaks } : {};
