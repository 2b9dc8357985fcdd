// device/list/noReg
import { z } from 'zod';
import { call } from '../../../call.ts';
import { page, sortBy, textFilter } from '../../../entities/page.ts';
import { iso, lastUpdate } from '../../../entities/parts.ts';

export const deviceListNoReg = call({
  summary:
    'Devices that send but belong to no plant. Those with the right to register devices see all of them when they search a serial number in full, administrators always.',
  access: { anyOf: ['NoRegGatewayList'] },
  request: z.object({
    page: page.prefault({}),
    filters: z.object({ keywords: textFilter, sn: textFilter }).prefault({}),
    sort: sortBy(['sn', 'firstSeen', 'lastUpdate']),
  }),
  response: z.object({
    list: z.array(
      z.object({
        sn: z.string(),
        model: z.number().int(),
        modelName: z.string(),
        firstSeen: z.string(),
        firstSeenIso: iso,
        ...lastUpdate,
        /** Frames kept for it, at most the 30 days that are kept. */
        frames: z.number().int(),
        now: z.number().nullable(),
        nowUnit: z.literal('W'),
        status: z.number().int(),
        statusTitle: z.string(),
        children: z.number().int(),
        WIFIVersion: z.string(),
      }),
    ),
    total: z.number().int(),
  }),
  refusals: ['tooManyRequests'],
});
