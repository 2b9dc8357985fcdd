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
        /** A number's beginning. */
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
        /** Its first signs, which numbers of one batch share. */
        topFewSN: z.string(),
        /** 0: not known. */
        model: z.number().int(),
        modelName: z.string(),
        /** Whose stock it is, or was before it was activated; '': nobody entered it. */
        stockOf: z.string(),
        isActivated: z.boolean(),
        activatedIso: iso,
        /** '' where its plant is not the reader's, or a gateway told of it. */
        activatedBy: z.string(),
        /** '' for none, and for a plant that the reader does not see. */
        sid: z.string(),
        siteName: z.string(),
        isBlack: z.boolean(),
        restrictedIso: iso,
        restrictedReason: z.string(),
        /** Last frame; null: never heard, or not the reader's plant. */
        lastSeenIso: iso,
        /** What this session may do with it. */
        rights: z.object({ restrict: z.boolean(), remove: z.boolean() }),
      }),
    ),
    /** At most `MAX_COUNTED_NUMBERS`. */
    total: z.number().int(),
    /** There are more than are counted. */
    hasMore: z.boolean(),
  }),
});
