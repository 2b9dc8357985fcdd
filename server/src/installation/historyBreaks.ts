// Where a device's history breaks off because some of it was taken out: no energy is counted across.
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

/** Beside a row of `devices d`: an array of instants in ms, in order; null for most. */
export function historyBreaks(sql: Sql | Transaction): Fragment {
  return sql`(
    select json_agg(extract(epoch from b.at) * 1000 order by b.at) from (
      select unnest(array[h.from_at, h.to_at]) as at from history_removals h
      where h.sid = d.sid and h.sn = d.sn and h.state not in ('restoring', 'restored')
    ) b)`;
}

/** As a source of energy or flows has them: absent for most. */
export const breaksOf = (breaks: readonly number[] | null): { breaksMs?: readonly number[] } =>
  breaks ? { breaksMs: breaks } : {};
