// site/playback
import { z } from 'zod';
import { call } from '../../call.ts';
import { day, sid } from '../../entities/parts.ts';
import { devices } from '../../pageModules.ts';

export const sitePlayback = call({
  summary: 'Power of a plant and of all its modules over a day, in 5-minute slots.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({
    sid,
    /** Of the plant's calendar; its today when left out. */
    day: day.optional(),
  }),
  response: z.object({
    day: z.string(),
    /** When each slot of the day begins. */
    xAxisIso: z.array(z.string()),
    /** The plant, W; null: no data. */
    power: z.array(z.number().nullable()),
    /** The slot that the first value of each module's `data` is of: nights are left out. */
    firstSlot: z.number().int(),
    modules: devices(
      z.array(
        z.object({
          sn: z.string(),
          input: z.number().int(),
          /** Tenths of a watt, each as the difference to the value before it (the first to 0); null: no data. */
          data: z.array(z.number().int().nullable()),
        }),
      ),
      [],
    ),
    /** When devices had an alert, what weighs most first. */
    alerts: devices(
      z.array(
        z.object({
          sn: z.string(),
          title: z.string(),
          /** The first slot in which it was open, and the first behind it. */
          from: z.number().int(),
          until: z.number().int(),
        }),
      ),
      [],
    ),
    /** As site/layoutInfo has it. */
    scaleW: z.number().nullable(),
  }),
  refusals: ['siteNotFound', 'notYet'],
});
