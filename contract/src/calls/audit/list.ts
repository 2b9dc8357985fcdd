// audit/list
import { z } from 'zod';
import { AUDIT_PROBLEMS, AUDIT_RESULTS } from '../../audit.ts';
import { call } from '../../call.ts';
import { dayFilter, page, sortBy, textFilter, wordFilter } from '../../entities/page.ts';
import { int, iso } from '../../entities/parts.ts';

export const auditList = call({
  summary: 'Who changed what and when, who signed in or failed to, and what was refused: of the caller’s branch.',
  access: { anyOf: ['AuditLog'] },
  request: z.object({
    page: page.prefault({}),
    filters: z
      .object({
        /** Part of an address of e-mail, of a call's path or of an object. */
        keywords: textFilter,
        user_email: textFilter,
        /** The beginning of a call's path. */
        action: textFilter,
        object: textFilter,
        result: wordFilter(AUDIT_RESULTS),
        /** Days of UTC, both included. */
        start_date: dayFilter,
        end_date: dayFilter,
        /** Only lines before the one with this number: to read on from where a page ended, however many came meanwhile. */
        before: int(1, Number.MAX_SAFE_INTEGER).optional(),
      })
      .prefault({}),
    sort: sortBy(['at']),
    /** The line beside which the page begins, found by its place in the order: `page.num` then skips none. Of a line that the reader does not see, it is as if it was left out. */
    from: z.object({ id: int(1, Number.MAX_SAFE_INTEGER), side: z.enum(['after', 'before']) }).optional(),
  }),
  response: z.object({
    list: z.array(
      z.object({
        id: z.number().int(),
        atIso: z.string(),
        /** '': nobody was signed in, or the account is gone. */
        userEmail: z.string(),
        address: z.string(),
        /** The path of the call, or the word of a command line. */
        action: z.string(),
        object: z.string(),
        /** The plant that it was about, while the reader sees it; ''. */
        sid: z.string(),
        siteName: z.string(),
        result: z.enum(AUDIT_RESULTS),
        /** JSON; '' for nothing. */
        before: z.string(),
        after: z.string(),
      }),
    ),
    /** At most 10,000: what is older is found by its days. */
    total: z.number().int(),
    isMore: z.boolean(),
    chain: z.object({
      /** Lines that the last look through the log found as they were sealed. */
      lines: z.number().int(),
      /** Null: not looked through yet. */
      checkedIso: iso,
      problem: z.object({ kind: z.enum(AUDIT_PROBLEMS), line: z.number().int().nullable() }).nullable(),
    }),
  }),
});
