// product/sn/list
import { z } from 'zod';
import { call } from '../../../call.ts';
import { page, sortBy, textFilter, wordFilter } from '../../../entities/page.ts';
import { iso } from '../../../entities/parts.ts';

export const productSnList = call({
  summary:
    'Serial numbers: of which product, activated where, when and by whom, and whether restricted. Of the plants of one\u2019s branch and of one\u2019s company\u2019s stock; administrators see all of them.',
  access: { anyOf: ['SnList'] },
  request: z.object({
    page: page.prefault({}),
    filters: z
      .object({
        /** Prefix of a serial number. */
        keywords: textFilter,
        /** A product's model code. */
        model: textFilter,
        activated: wordFilter(['yes', 'no']),
        restricted: wordFilter(['yes', 'no']),
      })
      .prefault({}),
    sort: sortBy(['sn', 'activatedAt', 'restrictedAt']),
  }),
  response: z.object({
    list: z.array(
      z.object({
        sn: z.string(),
        /** First characters, shared by the numbers of a batch. */
        topFewSN: z.string(),
        /** 0: unknown. */
        model: z.number().int(),
        modelName: z.string(),
        /** Company whose stock it is, or was before activation; '': not registered by anybody. */
        stockOf: z.string(),
        isActivated: z.boolean(),
        activatedIso: iso,
        /** '' if its plant is not accessible, or a gateway added it. */
        activatedBy: z.string(),
        /** '' for none, and for an inaccessible plant. */
        sid: z.string(),
        siteName: z.string(),
        isBlack: z.boolean(),
        restrictedIso: iso,
        restrictedReason: z.string(),
        /** Last frame; null: never, or plant not accessible. */
        lastSeenIso: iso,
        /** Permissions of this session for it. */
        rights: z.object({ restrict: z.boolean(), remove: z.boolean() }),
      }),
    ),
    /** At most `MAX_COUNTED_NUMBERS`. */
    total: z.number().int(),
    /** There are more than the counted ones. */
    hasMore: z.boolean(),
  }),
});
