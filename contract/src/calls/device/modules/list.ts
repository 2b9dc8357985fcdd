// device/modules/list
import { z } from 'zod';
import { call } from '../../../call.ts';
import { page, sortBy, textFilter } from '../../../entities/page.ts';
import { lastUpdate, sid } from '../../../entities/parts.ts';
import { devices } from '../../../pageModules.ts';

export const deviceModulesList = call({
  summary: 'The modules of all plants this session may see: inputs of devices, as each plant’s own page names them.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    page: page.prefault({}),
    /** `keywords`: in the plant's name, the module's name or product, or where its serial number begins. `sid`: of one plant. */
    filters: z.object({ keywords: textFilter, sid: textFilter }).prefault({}),
    sort: sortBy(['siteName', 'sn']),
  }),
  response: z.object({
    list: devices(
      z.array(
        z.object({
          sid,
          siteName: z.string(),
          /** Its device, and the input of it. */
          sn: z.string(),
          input: z.number().int(),
          /** "AABB1122_1". */
          plcSN: z.string(),
          /** As somebody called it; "" for nothing. */
          label: z.string(),
          product: z.string(),
          /** The device's. */
          alias: z.string(),
          modelName: z.string(),
          status: z.number().int(),
          statusTitle: z.string(),
          isAsleep: z.boolean(),
          ...lastUpdate,
          /** W while it is live; null: it is not, or its device does not tell its inputs apart. */
          now: z.number().nullable(),
          /** A share of what the device measures. */
          isEstimated: z.boolean(),
          nowUnit: z.literal('W'),
          /** Seconds after which a value of this device is no longer live. */
          staleAfterS: z.number().int(),
        }),
      ),
      [],
    ),
    /** At most `MAX_COUNTED_PANELS`; where words are searched, `MAX_FOUND_PANELS`. */
    total: devices(z.number().int(), 0),
    /** There are more; a search finds them. */
    hasMore: devices(z.boolean(), false),
  }),
});
