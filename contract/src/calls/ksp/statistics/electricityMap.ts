// ksp/statistics/electricityMap
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sid, sn } from '../../../entities/parts.ts';

export const kspStatisticsElectricityMap = call({
  summary:
    'The energies that a hybrid inverter or an all-in-one machine tells: the `lines` of ksp/statistics/electricity.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: z.object({ list: z.array(z.object({ name: z.string(), unit: z.string() })) }),
  errors: ['deviceNotFound', 'otherKind'],
});
