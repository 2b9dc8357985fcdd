// Totals over plants for lists and dashboards, from `sitesWithLive` with `z` of `joinZones`.

import { isLiveSite } from '../../live/liveness.ts';
import type { Fragment, Sql, Transaction } from '../../platform/database/connect.ts';

/** Columns: power of live plants in W, energy of each plant's own day and of all time in Wh; null: no plant has a value. */
export const siteSums = (sql: Sql | Transaction, at: Date): Fragment => sql`
  sum(l.power_w) filter (where ${isLiveSite(sql, at)})::float8 as now_w,
  sum(l.today_wh) filter (where l.day = z.today)::float8 as today_wh,
  sum(l.total_wh) filter (where l.at is not null or l.total_wh <> 0)::float8 as total_wh`;
