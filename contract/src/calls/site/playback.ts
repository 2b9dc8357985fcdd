// site/playback
import { z } from 'zod';
import { call } from '../../call.ts';
import { moduleProblem } from '../../entities/moduleProblem.ts';
import { day, sid } from '../../entities/parts.ts';
import { devices } from '../../pageModules.ts';

export const sitePlayback = call({
  summary: 'Power of a plant and of all its modules over a day, in 5-minute slots.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({
    sid,
    /** Day of the plant's calendar; today if omitted. */
    day: day.optional(),
  }),
  response: z.object({
    day: z.string(),
    /** Start of each slot of the day. */
    xAxisIso: z.array(z.string()),
    /** Power of the plant, W; null: no data. */
    power: z.array(z.number().nullable()),
    /** Slot of the first value of each module's `data`: nights are left out. */
    firstSlot: z.number().int(),
    modules: devices(
      z.array(
        z.object({
          sn: z.string(),
          input: z.number().int(),
          /** Tenths of a watt, each as the difference from the previous value (the first from 0); null: no data. */
          data: z.array(z.number().int().nullable()),
        }),
      ),
      [],
    ),
    /** Alerts of devices, most severe first. */
    alerts: devices(
      z.array(
        z.object({
          sn: z.string(),
          title: z.string(),
          /** First slot in which it was open, and the slot after the last. */
          from: z.number().int(),
          until: z.number().int(),
        }),
      ),
      [],
    ),
    /** Problems of modules and of whole devices that were open on the day, also those that became known later. */
    problems: devices(
      z.array(
        moduleProblem.extend({
          sn: z.string(),
          /** 0: all modules of the device. */
          input: z.number().int(),
          /** First slot in which it was open, and the slot after the last. */
          from: z.number().int(),
          until: z.number().int(),
        }),
      ),
      [],
    ),
    /** Same as in site/layoutInfo. */
    scaleW: z.number().nullable(),
  }),
  errors: ['siteNotFound', 'notYet'],
});
