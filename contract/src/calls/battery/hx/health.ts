// battery/hx/health
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sid, sn } from '../../../entities/parts.ts';

/** Ten years, a common warranty period. */
export const MAX_HEALTH_MONTHS = 120;

export const batteryHxHealth = call({
  summary:
    'How a battery, or the one of a hybrid, ages: its state of health and full cycles at the end of each month in which it told them.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: z.object({
    sid,
    sn: z.string(),
    /** Oldest first; months without any reported value are omitted. */
    list: z
      .array(
        z.object({
          /** "YYYY-MM" of the plant's calendar; the current month up to now. */
          month: z.string(),
          /** Mean of the last day with a value; null: none. */
          soh: z.number().nullable(),
          /** Lifetime cycles as counted by the battery; null: not reported. */
          cycles: z.number().nullable(),
        }),
      )
      .max(MAX_HEALTH_MONTHS),
    sohUnit: z.literal('%'),
  }),
  errors: ['deviceNotFound', 'otherKind'],
});
