// device/meter/settings
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sid, sn } from '../../../entities/parts.ts';
import { METER_ROLES, METER_TYPES, SETTABLE } from '../../../flows.ts';

export const deviceMeterSettings = call({
  summary: 'What a meter, or a battery, measures where it is installed, since which day, and which way round.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: z.object({
    sid,
    sn: z.string(),
    /** What can be set: role and polarity of a meter, polarity of a battery, polarities of grid and battery for an inverter; null: nothing. */
    settable: z.enum(SETTABLE).nullable(),
    /** Wiring of a meter as registered; null: known by what it reports, or no meter. */
    meterType: z.enum(METER_TYPES).nullable(),
    /** Today's setting; the default is a grid meter with normal polarity. */
    role: z.enum(METER_ROLES),
    reversed: z.boolean(),
    batteryReversed: z.boolean(),
    /** Sorted by day; each valid until the day before the next one. */
    list: z.array(
      z.object({
        validFrom: z.string(),
        role: z.enum(METER_ROLES),
        reversed: z.boolean(),
        batteryReversed: z.boolean(),
      }),
    ),
  }),
  errors: ['deviceNotFound'],
});
