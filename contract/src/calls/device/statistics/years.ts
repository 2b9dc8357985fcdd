// device/statistics/years
import { z } from 'zod';
import { call } from '../../../call.ts';
import { input } from '../../../entities/module.ts';
import { sid, sn } from '../../../entities/parts.ts';

/** Maximum number of years compared with the year before, newest first. */
export const MAX_COMPARED_YEARS = 5;

export const deviceStatisticsYears = call({
  summary:
    'Each of the last years of a device, or of one of its modules, beside the year before: energy of the days of which enough is known in both years, and the change that is left when the light of both is taken into account. For ageing, not for weather.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  cost: 'expensive',
  request: z.object({
    sid: sid.optional(),
    sn,
    /** Only this module. */
    input: input.optional(),
  }),
  response: z.object({
    /** Newest first; years without comparable days are omitted. */
    list: z.array(
      z.object({
        year: z.number().int(),
        /** kWh of the days with data in both years. */
        energy: z.number(),
        /** kWh of the same days a year earlier. */
        before: z.number(),
        days: z.number().int(),
        /** First and last of these days, this year. */
        from: z.string(),
        to: z.string(),
        /** Relative change; -0.02: two per cent less than the year before. */
        change: z.number(),
        /** Change corrected by the irradiation of both years; null: too little is known of it. */
        corrected: z
          .object({
            change: z.number(),
            /**
             * `sensors`: irradiation measured by the plant's sensors on these days. `clearDays`: the device's own clear days of
             * both years compared with the output of its modules under a clear sky.
             */
            basis: z.enum(['sensors', 'clearDays']),
            /** Number of days it is based on, of the year with fewer. */
            days: z.number().int(),
          })
          .nullable(),
      }),
    ),
  }),
  errors: ['deviceNotFound', 'moduleNotFound'],
});
