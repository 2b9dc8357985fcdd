// device/statistics/years
import { z } from 'zod';
import { call } from '../../../call.ts';
import { input } from '../../../entities/module.ts';
import { sid, sn } from '../../../entities/parts.ts';

/** Years that are compared with the one before them, at most; the newest. */
export const MAX_COMPARED_YEARS = 5;

export const deviceStatisticsYears = call({
  summary:
    'Each of the last years of a device, or of one of its modules, beside the year before: energy of the days of which enough is known in both years, and the change that is left when the light of both is taken into account. For ageing, not for weather.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    sid: sid.optional(),
    sn,
    /** Of this module alone. */
    input: input.optional(),
  }),
  response: z.object({
    /** The newest first; a year is left out where no day can be compared. */
    list: z.array(
      z.object({
        year: z.number().int(),
        /** kWh of the days that are known in both years. */
        energy: z.number(),
        /** kWh of the same days a year earlier. */
        before: z.number(),
        days: z.number().int(),
        /** The first and the last of them, this year. */
        from: z.string(),
        to: z.string(),
        /** -0.02: a fiftieth less than the year before. */
        change: z.number(),
        /** The same with the light of both years taken out of it; null: too little is known of it. */
        corrected: z
          .object({
            change: z.number(),
            /**
             * `sensors`: by what the plant's sensors measured on these days. `clearDays`: the device's own clear days of
             * both years beside what its modules would give under a clear sky.
             */
            basis: z.enum(['sensors', 'clearDays']),
            /** Days that it stands on, of the year that has fewer. */
            days: z.number().int(),
          })
          .nullable(),
      }),
    ),
  }),
  refusals: ['deviceNotFound', 'moduleNotFound'],
});
