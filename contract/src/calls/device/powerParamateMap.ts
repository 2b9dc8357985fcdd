// device/powerParamateMap
import { z } from 'zod';
import { call } from '../../call.ts';
import { sid, sn } from '../../entities/parts.ts';

export const devicePowerParamateMap = call({
  summary: 'The quantities a device sends: the `lines` that its charts take.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: z.object({
    list: z.array(
      z.object({
        name: z.string(),
        unit: z.string(),
        /** What tables call it, in the reader's language. */
        title: z.string(),
      }),
    ),
  }),
  errors: ['deviceNotFound'],
});
