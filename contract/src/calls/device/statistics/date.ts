// device/statistics/date
import { z } from 'zod';
import { call } from '../../../call.ts';
import { oneOf, sid, sn } from '../../../entities/parts.ts';
import { dayMonthOrYear, provenance } from '../../../entities/statistics.ts';
import { money } from '../../../pageModules.ts';

export const deviceStatisticsDate = call({
  summary: 'Energy and money of a day (types 1) or month (2) of a device.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    sid: sid.optional(),
    sn,
    types: oneOf(1, 2),
    date: dayMonthOrYear.optional(),
  }),
  response: z.object({
    power: z.string(),
    consumption: z.string(),
    economic: money(z.string(), ''),
    powerUnit: z.literal('kWh'),
    consumptionUnit: z.literal('kWh'),
    economicUnit: money(z.string(), ''),
    provenance,
  }),
  refusals: ['noSuchDevice'],
});
