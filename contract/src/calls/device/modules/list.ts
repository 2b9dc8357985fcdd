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
    /** `keywords`: part of the plant's name, the module's name or product, or prefix of its serial number. `sid`: of one plant. */
    filters: z.object({ keywords: textFilter, sid: textFilter }).prefault({}),
    sort: sortBy(['siteName', 'sn']),
  }),
  response: z.object({
    list: devices(
      z.array(
        z.object({
          sid,
          siteName: z.string(),
          /** Its device and input. */
          sn: z.string(),
          input: z.number().int(),
          /** "AABB1122_1". */
          plcSN: z.string(),
          /** Name given by a user; "" for none. */
          label: z.string(),
          product: z.string(),
          /** Alias of the device. */
          alias: z.string(),
          modelName: z.string(),
          status: z.number().int(),
          statusTitle: z.string(),
          isAsleep: z.boolean(),
          ...lastUpdate,
          /** W while live; null: not live, or its device does not distinguish its inputs. */
          now: z.number().nullable(),
          /** Divided from a value of the whole device. */
          isEstimated: z.boolean(),
          nowUnit: z.literal('W'),
          /** Seconds after which a value of this device is stale. */
          staleAfterS: z.number().int(),
        }),
      ),
      [],
    ),
    /** At most `MAX_COUNTED_PANELS`; for a search, `MAX_FOUND_PANELS`. */
    total: devices(z.number().int(), 0),
    /** There are more, which a search finds. */
    hasMore: devices(z.boolean(), false),
  }),
});
