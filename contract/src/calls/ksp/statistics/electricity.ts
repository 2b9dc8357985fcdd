// ksp/statistics/electricity
import { z } from 'zod';
import { call } from '../../../call.ts';
import { oneOf, sid, sn, text } from '../../../entities/parts.ts';
import { dayMonthOrYear, flowChart, rangeDate } from '../../../entities/statistics.ts';

export const kspStatisticsElectricity = call({
  summary: 'Energies of a hybrid inverter or an all-in-one machine by day (types 3), month (5) or year (6).',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    sid: sid.optional(),
    sn,
    types: oneOf(3, 5, 6),
    date: dayMonthOrYear.optional(),
    rangeDate: rangeDate.optional(),
    /** Names of ksp/statistics/electricityMap; all if omitted. */
    lines: z.array(text(40)).max(20).optional(),
  }),
  response: flowChart,
  errors: ['deviceNotFound', 'otherKind', 'rangeTooLong', 'timeReversed', 'notYet'],
});
