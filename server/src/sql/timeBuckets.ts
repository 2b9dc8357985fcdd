// The site's own calendar in SQL: the one place where an instant becomes a day; its pure twin is rules/localDays.ts.

import type { Fragment, Sql, Transaction } from '../db/connect.ts';
import { type Day, firstDayOfMonth, lastDayOfMonth, monthOf } from '../rules/localDays.ts';

/** The day of `sites s` on which the instant falls. */
export function siteDay(sql: Sql | Transaction, at: Date | Fragment): Fragment {
  return sql`(${at}::timestamptz at time zone s.timezone)::date`;
}

export interface Period {
  from: Day;
  /** Included. */
  to: Day;
}

/** Today, yesterday, this month, this year and everything, as figures are shown. */
export function usualPeriods(today: Day): [Period, Period, Period, Period, Period] {
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  return [
    { from: today, to: today },
    { from: yesterday, to: yesterday },
    monthPeriod(monthOf(today)),
    { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` },
    { from: '1970-01-01', to: '9999-12-31' },
  ];
}

/** "YYYY-MM" as its days. */
export function monthPeriod(month: string): Period {
  return { from: firstDayOfMonth(month), to: lastDayOfMonth(month) };
}
