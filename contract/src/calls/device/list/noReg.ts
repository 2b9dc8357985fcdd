// device/list/noReg
import { z } from 'zod';
import { call } from '../../../call.ts';
import { page, sortBy, textFilter, wordFilter } from '../../../entities/page.ts';
import { iso, lastUpdate } from '../../../entities/parts.ts';
import { REPORT_KINDS } from '../../../report.ts';

export const deviceListNoReg = call({
  summary:
    'Devices that send but belong to no plant. Those with the right to register devices see all of them when they search a serial number in full, or by their gateway in full, administrators always.',
  access: { anyOf: ['NoRegGatewayList'] },
  request: z.object({
    page: page.prefault({}),
    filters: z
      .object({
        keywords: textFilter,
        sn: textFilter,
        /** Those that this gateway told and that wait with it. */
        gateway: textFilter,
        /** `folded`: without those of which only a gateway told that waits itself, unless one searches or names their gateway. */
        children: wordFilter(['folded']),
        /** `only`: those that are restricted, and none of them otherwise. Administrators see them. */
        restricted: wordFilter(['only']),
      })
      .prefault({}),
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
        /** How many of the unregistered it told: as many as the filter `gateway` finds. */
        children: z.number().int(),
        /** The gateway that told of it; "" for what spoke for itself alone. */
        gatewaySn: z.string(),
        /** What it announced of itself, or its gateway of it; null: nothing, as of what speaks no MQTT. */
        announced: z
          .object({ kind: z.enum(REPORT_KINDS), model: z.string(), hardware: z.string(), firmware: z.string() })
          .nullable(),
        /** Of its radio, in dBm, as it announced; null: not told. */
        signalDbm: z.number().int().nullable(),
        /** Whether its connection over MQTT is open; null: it never had one. */
        online: z.boolean().nullable(),
        /** Since when it is or is not. */
        onlineSinceIso: iso,
        /** Null: it is not restricted. */
        restrictedIso: iso,
        restrictedReason: z.string(),
        /** What this session may do with it. */
        rights: z.object({ restrict: z.boolean(), forget: z.boolean() }),
        WIFIVersion: z.string(),
      }),
    ),
    total: z.number().int(),
    /** How many `children: folded` leaves out, or would; 0 where one searches or names a gateway: then it leaves out none. */
    told: z.number().int(),
    /** How many are restricted, whatever is searched for; 0 to who may not see them. */
    restricted: z.number().int(),
  }),
  refusals: ['tooManyRequests'],
});
