// device/modules
import { z } from 'zod';
import { call } from '../../call.ts';
import { moduleFacts } from '../../entities/module.ts';
import { ignored, iso, sid, sn } from '../../entities/parts.ts';

export const deviceModules = call({
  summary: 'The modules (inputs) of a device.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn, page: ignored }),
  response: z.object({
    list: z.array(
      z.object({
        plcSN: z.string(),
        addr: z.number().int(),
        ...moduleFacts,
        now: z.number().nullable(),
        /** The device reports currents only: `now` is its power divided by them. */
        isEstimated: z.boolean(),
        todayPower: z.number().nullable(),
        voltage: z.number().nullable(),
        current: z.number().nullable(),
        units: z.string(),
        status: z.string(),
        model: z.number().int(),
        model_name: z.string(),
        lastUpdate: z.string(),
        lastUpdateIso: iso,
        lastUpdateTime: z.number().int(),
      }),
    ),
    total: z.number().int(),
  }),
  errors: ['deviceNotFound'],
});
