// webhook/deliveries
import { z } from 'zod';
import { call } from '../../call.ts';
import { DELIVERY_EVENTS, DELIVERY_FAILURES, DELIVERY_STATES } from '../../entities/channels.ts';
import { page } from '../../entities/page.ts';
import { iso } from '../../entities/parts.ts';

export const webhookDeliveries = call({
  summary: "A webhook's log of 30 days: what was to be sent, the newest first, and what became of its last try.",
  access: 'signedIn',
  request: z.object({ id: z.uuid(), page: page.prefault({}) }),
  response: z.object({
    list: z.array(
      z.object({
        deliveryId: z.string(),
        event: z.enum(DELIVERY_EVENTS),
        /** '' for a test, and for a plant the account can no longer access. */
        siteName: z.string(),
        /** Time of the event. */
        atIso: z.string(),
        state: z.enum(DELIVERY_STATES),
        tries: z.number().int(),
        /** Time of the last attempt; null: none yet. */
        triedIso: iso,
        /** HTTP status; null: no response. */
        status: z.number().int().nullable(),
        failure: z.enum(DELIVERY_FAILURES).nullable(),
        durationMs: z.number().int().nullable(),
        /** First bytes of the response, as text. */
        answer: z.string(),
        nextTryIso: iso,
      }),
    ),
    total: z.number().int(),
  }),
  errors: ['webhookNotFound'],
});
