// webhook/create
import { z } from 'zod';
import { call } from '../../call.ts';
import { eventChoice, plantChoice } from '../../entities/channels.ts';
import { text } from '../../entities/parts.ts';

export const webhookCreate = call({
  summary:
    'Creates a webhook: signed messages about plants are posted to an https address. Returns the signing secret, only this once (docs/integrate/webhooks.md explains how to check signatures).',
  access: 'signedIn',
  request: z.object({
    name: text(60, 1),
    /** URL of a host on the internet. */
    url: text(500, 1),
    events: eventChoice,
    sids: plantChoice.default(null),
  }),
  response: z.object({ id: z.string(), secret: z.string() }),
  errors: ['webhookAddress', 'webhooksFull', 'siteNotFound'],
  transaction: 'change',
  returnsSecret: true,
});
