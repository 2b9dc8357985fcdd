// Instants at which a device's history is interrupted because samples were removed: no energy is counted across them.
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

/** SQL expression on `devices d`: an array of instants in ms, in order; null for most. */
export function historyBreaks(sql: Sql | Transaction): Fragment {
  return sql`(
    select json_agg(extract(epoch from b.at) * 1000 order by b.at) from (
      select unnest(array[h.from_at, h.to_at]) as at from history_removals h
      where h.sid = d.sid and h.sn = d.sn and h.state not in ('restoring', 'restored')
    ) b)`;
}

/** Returns the breaks as a member of an energy or flow source: absent for most. */
export const breaksOf = (breaks: readonly number[] | null): { breaksMs?: readonly number[] } =>
  breaks ? { breaksMs: breaks } : {};
