// problem/assign
import { z } from 'zod';
import { call } from '../../call.ts';
import { eventKeys } from '../../entities/eventKeys.ts';
import { day, rowId, sid } from '../../entities/parts.ts';

export const problemAssign = call({
  summary:
    'Assigns open problems of a plant to a user who sees its devices, until a day of the plant, or to nobody. All of them or none. The user gets an e-mail, unless it is the caller.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({
    sid,
    problems: eventKeys,
    /** Null: nobody. */
    assigned: z.object({ userId: rowId, dueDay: day }).nullable(),
  }),
  response: z.object({ count: z.number().int() }),
  errors: ['siteNotFound', 'siteReadOnly', 'eventNotFound', 'assigneeNotFound'],
  transaction: 'change',
});
