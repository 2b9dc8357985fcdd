// site/modules/page
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sid } from '../../../entities/parts.ts';
import { devices } from '../../../pageModules.ts';

export const siteModulesPage = call({
  summary: "A plant's pages of modules, with how many each has and what they do now and have done today.",
  access: { anyOf: ['PvPlant'] },
  request: z.object({ sid }),
  response: z.object({
    /** In their order; at the end page 0 for modules without a page, if any. */
    list: devices(
      z.array(
        z.object({
          page: z.number().int(),
          /** "" for page 0. */
          name: z.string(),
          modules: z.number().int(),
          /** Sums over modules that report it; null: none. */
          now: z.number().nullable(),
          todayPower: z.number().nullable(),
          /** Number of modules in `now` and `todayPower`. */
          nowOf: z.number().int(),
          todayOf: z.number().int(),
          nowUnit: z.literal('W'),
          todayPowerUnit: z.literal('kWh'),
        }),
      ),
      [],
    ),
    total_plc: devices(z.number().int(), 0),
  }),
  errors: ['siteNotFound'],
});
