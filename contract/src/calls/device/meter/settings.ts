// device/meter/settings
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sid, sn } from '../../../entities/parts.ts';
import { METER_ROLES, SETTABLE } from '../../../flows.ts';

export const deviceMeterSettings = call({
  summary: 'What a meter, or a battery, measures where it is installed, since which day, and which way round.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: z.object({
    sid,
    sn: z.string(),
    /** What can be said of it: a meter has a role and a direction, a battery a direction, an inverter one of the grid and one of the battery; null: nothing. */
    settable: z.enum(SETTABLE).nullable(),
    /** Of today: what holds where nothing was set is a grid meter, the right way round. */
    role: z.enum(METER_ROLES),
    reversed: z.boolean(),
    batteryReversed: z.boolean(),
    /** In the order of their days; each until the day before the next one's. */
    list: z.array(
      z.object({
        validFrom: z.string(),
        role: z.enum(METER_ROLES),
        reversed: z.boolean(),
        batteryReversed: z.boolean(),
      }),
    ),
  }),
  refusals: ['deviceNotFound'],
});
