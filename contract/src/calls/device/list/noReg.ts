// device/list/noReg
import { z } from 'zod';
import { call } from '../../../call.ts';
import { page, sortBy, textFilter, wordFilter } from '../../../entities/page.ts';
import { iso, lastUpdate } from '../../../entities/parts.ts';
import { REPORT_KINDS } from '../../../report.ts';

export const deviceListNoReg = call({
  summary:
    'Devices that send but belong to no plant. Those with the right to register devices find one by its full serial number, and what a gateway announced by the full number of the gateway; administrators see all.',
  access: { anyOf: ['NoRegGatewayList'] },
  request: z.object({
    page: page.prefault({}),
    filters: z
      .object({
        keywords: textFilter,
        sn: textFilter,
        /** Numbers reported by this gateway that are unclaimed like it; for others than administrators, all that it announced, without what is known of them. */
        gateway: textFilter,
        /** `folded`: hides numbers reported only by a gateway that is itself unclaimed, unless searching or filtering by that gateway. */
        children: wordFilter(['folded']),
        /** `only`: restricted numbers only; otherwise these are excluded. Visible to administrators. */
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
        /** Stored frames, of at most 30 days. */
        frames: z.number().int(),
        now: z.number().nullable(),
        nowUnit: z.literal('W'),
        /** Product by whose scale `now` is decoded, guessed from the length of the frame; null: the scale is known, or there is no `now`. */
        nowGuessedAs: z.string().nullable(),
        status: z.number().int(),
        statusTitle: z.string(),
        /** Number of numbers that the filter `gateway` finds. */
        children: z.number().int(),
        /** The gateway that reported it; "" if it reported only by itself. */
        gatewaySn: z.string(),
        /** Announcement by itself, or by its gateway; null: none, as for devices without MQTT. */
        announced: z
          .object({ kind: z.enum(REPORT_KINDS), model: z.string(), hardware: z.string(), firmware: z.string() })
          .nullable(),
        /** Radio signal in dBm as announced; null: not reported. */
        signalDbm: z.number().int().nullable(),
        /** Whether its MQTT connection is open; null: it never had one. */
        online: z.boolean().nullable(),
        /** Time since when it is online or offline. */
        onlineSinceIso: iso,
        /** Null: it is not restricted. */
        restrictedIso: iso,
        restrictedReason: z.string(),
        /** Permissions of this session for it. */
        rights: z.object({ restrict: z.boolean(), forget: z.boolean() }),
        WIFIVersion: z.string(),
      }),
    ),
    total: z.number().int(),
    /** Number hidden by `children: folded`, or that would be; 0 when searching or filtering by gateway, as nothing is hidden then. */
    told: z.number().int(),
    /** Number of restricted ones, regardless of the search; 0 for users who may not see them. */
    restricted: z.number().int(),
  }),
  errors: ['tooManyRequests'],
});
