// device/statistics/date
import { z } from 'zod';
import { call } from '../../../call.ts';
import { oneOf, sid, sn } from '../../../entities/parts.ts';
import { dayMonthOrYear, periodStatistics } from '../../../entities/statistics.ts';

export const deviceStatisticsDate = call({
  summary: 'Energy and money of a day (types 1) or month (2) of a device.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    sid: sid.optional(),
    sn,
    types: oneOf(1, 2),
    date: dayMonthOrYear.optional(),
  }),
  response: periodStatistics,
  errors: ['deviceNotFound', 'notYet'],
});
