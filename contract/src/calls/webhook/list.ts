// webhook/list
import { z } from 'zod';
import { call } from '../../call.ts';
import { CHANNEL_EVENTS, OFF_REASONS } from '../../entities/channels.ts';
import { iso } from '../../entities/parts.ts';

export const webhookList = call({
  summary: "The account's webhooks, the oldest first; what their messages are signed with is told when one is made.",
  access: 'signedIn',
  request: z.object({}),
  response: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        url: z.string(),
        events: z.array(z.enum(CHANNEL_EVENTS)),
        /** Null: all that the account sees; of chosen ones those that it still sees. */
        plants: z.array(z.object({ sid: z.string(), siteName: z.string() })).nullable(),
        madeIso: z.string(),
        /** Null: it is on. */
        off: z.enum(OFF_REASONS).nullable(),
        /** Since when nothing was taken; null: the last message was. */
        failingSinceIso: iso,
        /** Messages that wait to be sent, or sent again. */
        waiting: z.number().int(),
        /** Messages left out because too many waited. */
        skipped: z.number().int(),
      }),
    ),
  }),
});
