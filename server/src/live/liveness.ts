// Liveness in SQL: three upload intervals of the device itself; contract/src/freshness.ts has the same rule in TypeScript.
import { MISSED_UPLOADS } from '@heliograph/contract/freshness.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

type Db = Sql | Transaction;

/** Whether the newest value of a `device_live l` is live. */
export function isLive(sql: Db, now: Date): Fragment {
  // Subtracts two instants: subtracting an interval from one depends on a setting, which a cluster refuses in a case.
  return sql`${now}::timestamptz - l.at <= l.upload_every_s * ${MISSED_UPLOADS}::float8 * interval '1 second'`;
}

/** Whether a `device_live l` has missed three uploads. */
export function isQuiet(sql: Db, now: Date): Fragment {
  return sql`${now}::timestamptz - l.at > l.upload_every_s * ${MISSED_UPLOADS}::float8 * interval '1 second'`;
}

/** Whether the newest value of any device of a `site_live l` is live. */
export function isLiveSite(sql: Db, now: Date): Fragment {
  return sql`l.fresh_until >= ${now}::timestamptz`;
}
