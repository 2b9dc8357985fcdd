// device/modules/statistics/date
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { whichModule } from '../../../../entities/module.ts';
import { oneOf, sid } from '../../../../entities/parts.ts';
import { dayMonthOrYear, periodStatistics } from '../../../../entities/statistics.ts';

export const deviceModulesStatisticsDate = call({
  summary: 'Energy and money of a day (types 1) or month (2) of one module.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  cost: 'expensive',
  request: z.object({ sid: sid.optional(), ...whichModule, types: oneOf(1, 2), date: dayMonthOrYear.optional() }),
  response: periodStatistics,
  errors: ['deviceNotFound', 'moduleNotFound', 'notYet'],
});
