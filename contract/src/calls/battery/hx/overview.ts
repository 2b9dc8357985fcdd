// battery/hx/overview (`hx` in the API: batteries)
import { z } from 'zod';
import { call } from '../../../call.ts';
import { batteryNow, deviceHead } from '../../../entities/deviceNow.ts';
import { sid, sn } from '../../../entities/parts.ts';
import { deviceFlow } from '../../../entities/statistics.ts';

const todayAndTotal = deviceFlow.pick({ name: true, today: true, total: true, carriedOver: true }).nullable();

export const batteryHxOverview = call({
  summary: 'What a battery holds and does now, and what it was charged and discharged with today and in all.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: z.object({
    ...deviceHead,
    ...batteryNow,
    /** Null: no data. */
    charge: todayAndTotal,
    discharge: todayAndTotal,
  }),
  errors: ['deviceNotFound', 'otherKind'],
});
