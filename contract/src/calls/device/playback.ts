// device/playback
import { z } from 'zod';
import { call } from '../../call.ts';
import { day, oneOf, sid, sn } from '../../entities/parts.ts';
import { chart } from '../../entities/statistics.ts';

export const devicePlayback = call({
  summary:
    'The powers of a device of any kind, and of each of its modules, over a day (types 1), or over all days up to `end`, at most 31, in 5-minute slots.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    sid: sid.optional(),
    sn,
    types: oneOf(1).default(1),
    start: day,
    /** Included; `start` if omitted. */
    end: day.optional(),
  }),
  response: z.object({
    /** Production first if it produces; for meters and batteries as counted by the plant. */
    overview: chart,
    modules: z.array(z.object({ plcSN: z.string(), addr: z.number().int(), data: z.array(z.number().nullable()) })),
    unit: z.literal('W'),
  }),
  errors: ['deviceNotFound', 'rangeTooLong', 'timeReversed', 'notYet'],
});
