// site/statistics/date
import { z } from 'zod';
import { call } from '../../../call.ts';
import { oneOf, sid } from '../../../entities/parts.ts';
import { doubtful } from '../../../entities/problem.ts';
import {
  balance,
  balanceMoney,
  dayMonthOrYear,
  negativePrices,
  periodStatistics,
  rangeDate,
} from '../../../entities/statistics.ts';
import { money } from '../../../pageModules.ts';

export const siteStatisticsDate = call({
  summary: 'Energy and money of a day (types 1), month (2), year (3), lifetime (4) or any days of a plant.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({
    sid,
    types: oneOf(1, 2, 3, 4),
    date: dayMonthOrYear.optional(),
    /** These days instead, regardless of `types`. */
    rangeDate: rangeDate.optional(),
    /** Includes consumption, import and export; only on request. */
    withBalance: z.boolean().optional(),
  }),
  response: periodStatistics.extend({
    /** Parts of `economic` if measured, and what it excludes: imported energy and fixed charges. */
    money: money(balanceMoney.nullable(), null),
    /** Null: no hour had a price below 0, or no price depends on the hour. */
    negativePrices: money(negativePrices.nullable(), null),
    /** On request by `withBalance`; null: only production is measured. */
    balance: balance.nullable(),
    doubtful,
  }),
  errors: ['siteNotFound', 'timeReversed', 'rangeTooLong', 'notYet'],
});
