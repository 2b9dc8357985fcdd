// site/statistics/date
import { z } from 'zod';
import { call } from '../../../call.ts';
import { oneOf, sid } from '../../../entities/parts.ts';
import { balanceMoney, dayMonthOrYear, periodStatistics } from '../../../entities/statistics.ts';
import { money } from '../../../pageModules.ts';

export const siteStatisticsDate = call({
  summary: 'Energy and money of a day (types 1), month (2), year (3) or lifetime (4) of a plant.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({
    sid,
    types: oneOf(1, 2, 3, 4),
    date: dayMonthOrYear.optional(),
  }),
  response: periodStatistics.extend({
    /** Parts of `economic` where they are measured, and what it does not hold: what was bought, and fixed charges. */
    money: money(balanceMoney.nullable(), null),
  }),
  refusals: ['noSuchSite'],
});
