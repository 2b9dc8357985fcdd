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
        /** '' for a test, and for a plant that the account sees no longer. */
        siteName: z.string(),
        /** When it happened. */
        atIso: z.string(),
        state: z.enum(DELIVERY_STATES),
        tries: z.number().int(),
        /** Of the last try; null: there was none yet. */
        triedIso: iso,
        /** HTTP; null: nothing was answered. */
        status: z.number().int().nullable(),
        failure: z.enum(DELIVERY_FAILURES).nullable(),
        durationMs: z.number().int().nullable(),
        /** Its first bytes, as text. */
        answer: z.string(),
        nextTryIso: iso,
      }),
    ),
    total: z.number().int(),
  }),
  refusals: ['webhookNotFound'],
});
