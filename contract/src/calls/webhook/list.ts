// webhook/list
import { z } from 'zod';
import { call } from '../../call.ts';
import { CHANNEL_EVENTS, OFF_REASONS } from '../../entities/channels.ts';
import { iso } from '../../entities/parts.ts';

export const webhookList = call({
  summary: "The account's webhooks, the oldest first, without their signing secrets.",
  access: 'signedIn',
  request: z.object({}),
  response: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        url: z.string(),
        events: z.array(z.enum(CHANNEL_EVENTS)),
        /** Null: all plants the account can access; of selected ones those still accessible. */
        plants: z.array(z.object({ sid: z.string(), siteName: z.string() })).nullable(),
        madeIso: z.string(),
        /** End of the day for which messages are also signed with the replaced secret; null: it was not replaced lately. */
        previousSecretUntilIso: iso,
        /** API token that created it, and with which it ends; null: it does not depend on a token. */
        token: z.object({ id: z.number().int(), name: z.string() }).nullable(),
        /** Null: active. */
        off: z.enum(OFF_REASONS).nullable(),
        /** Time since when deliveries fail; null: the last one succeeded. */
        failingSinceIso: iso,
        /** Messages waiting to be sent or retried. */
        waiting: z.number().int(),
        /** Messages skipped because too many were waiting. */
        skipped: z.number().int(),
      }),
    ),
  }),
});
