// Age of a plant's newest data, in SQL: a value of contract/src/dataAges.ts, for the list's filter and the dashboard's bars.
import { DATA_AGE_ENDS_S, DATA_AGES } from '@heliograph/contract/dataAges.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

/** Returns an SQL expression on `sitesWithLive`. */
export function dataAge(sql: Sql | Transaction, at: Date): Fragment {
  const cases = DATA_AGES.reduce((all, age) => {
    const endS = DATA_AGE_ENDS_S[age];
    if (endS === null) return all;
    return sql`${all} when ${at}::timestamptz - l.at <= ${endS}::float8 * interval '1 second' then ${age}::text`;
  }, sql`when l.at is null then 'never'::text`);
  return sql`case ${cases} else 'longer' end`;
}
