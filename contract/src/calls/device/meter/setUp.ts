// device/meter/setUp
import { z } from 'zod';
import { call } from '../../../call.ts';
import { day, sid, sn } from '../../../entities/parts.ts';
import { METER_ROLES, METER_TYPES } from '../../../flows.ts';

export const deviceMeterSetUp = call({
  summary:
    'Says what a meter measures where it is installed, and whether it, a battery, or what an inverter measures is the wrong way round, from which days on. The whole list; its flows are read again.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({
    sid,
    sn,
    /** Wiring of a meter; null: known by what it reports; omitted: unchanged. */
    meterType: z.enum(METER_TYPES).nullable().optional(),
    list: z
      .array(
        z.object({
          /** Day of the plant's own calendar. */
          validFrom: day,
          /** For a meter: at the grid connection, at the modules, or at a load. */
          role: z.enum(METER_ROLES).default('grid'),
          /** Import and export are swapped; for a battery, charge and discharge. */
          reversed: z.boolean().default(false),
          /** For an inverter: battery charge and discharge are swapped. */
          batteryReversed: z.boolean().default(false),
        }),
      )
      .max(50)
      .refine((list) => new Set(list.map(({ validFrom }) => validFrom)).size === list.length, 'one a day'),
  }),
  response: z.object({}),
  errors: ['siteNotFound', 'siteReadOnly', 'deviceNotFound', 'noMeter'],
  transaction: 'change',
});
