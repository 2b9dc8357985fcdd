// battery/hx/health
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sid, sn } from '../../../entities/parts.ts';

/** Ten years, a guarantee's usual length. */
export const MAX_HEALTH_MONTHS = 120;

export const batteryHxHealth = call({
  summary:
    'How a battery, or the one of a hybrid, ages: its state of health and full cycles at the end of each month in which it told them.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: z.object({
    sid,
    sn: z.string(),
    /** The oldest first; months in which it told neither are left out. */
    list: z
      .array(
        z.object({
          /** "YYYY-MM" of the plant's calendar; the running one so far. */
          month: z.string(),
          /** The mean of the last day that told it; null: none did. */
          soh: z.number().nullable(),
          /** Of its life, as it counts them; null: it told none. */
          cycles: z.number().nullable(),
        }),
      )
      .max(MAX_HEALTH_MONTHS),
    sohUnit: z.literal('%'),
  }),
  refusals: ['deviceNotFound', 'otherKind'],
});
