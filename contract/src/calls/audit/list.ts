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
        /** Part of an email address, of a call's path or of an object. */
        keywords: textFilter,
        user_email: textFilter,
        /** The beginning of a call's path. */
        action: textFilter,
        object: textFilter,
        result: wordFilter(AUDIT_RESULTS),
        /** Days of UTC, both included. */
        start_date: dayFilter,
        end_date: dayFilter,
        /** Only lines before the one with this number: continues where a page ended, however many lines were added meanwhile. */
        before: int(1, Number.MAX_SAFE_INTEGER).optional(),
      })
      .prefault({}),
    sort: sortBy(['at']),
    /** Anchor line next to which the page begins, found by its position in the order; `page.num` then skips nothing. A line that the user cannot see is ignored. */
    from: z.object({ id: int(1, Number.MAX_SAFE_INTEGER), side: z.enum(['after', 'before']) }).optional(),
  }),
  response: z.object({
    list: z.array(
      z.object({
        id: z.number().int(),
        atIso: z.string(),
        /** '': nobody was signed in, or the account no longer exists. */
        userEmail: z.string(),
        address: z.string(),
        /** The path of the call, or the name of a command-line command. */
        action: z.string(),
        object: z.string(),
        /** The plant concerned, if the user can access it; otherwise ''. */
        sid: z.string(),
        siteName: z.string(),
        result: z.enum(AUDIT_RESULTS),
        /** JSON; '' if empty. */
        before: z.string(),
        after: z.string(),
      }),
    ),
    /** At most 10,000; older lines are found by date. */
    total: z.number().int(),
    isMore: z.boolean(),
    chain: z.object({
      /** Lines whose signature chain the last check found intact. */
      lines: z.number().int(),
      /** Null: not checked yet. */
      checkedIso: iso,
      problem: z.object({ kind: z.enum(AUDIT_PROBLEMS), line: z.number().int().nullable() }).nullable(),
    }),
  }),
});
