// webhook/update
import { z } from 'zod';
import { call } from '../../call.ts';
import { eventChoice, plantChoice } from '../../entities/channels.ts';
import { text } from '../../entities/parts.ts';

export const webhookUpdate = call({
  summary:
    'Changes a webhook; omitted fields stay unchanged. Turning it off discards pending messages; turning it on starts afresh.',
  access: 'signedIn',
  request: z.object({
    id: z.uuid(),
    name: text(60, 1).optional(),
    url: text(500, 1).optional(),
    events: eventChoice.optional(),
    sids: plantChoice.optional(),
    isOn: z.boolean().optional(),
  }),
  response: z.object({}),
  errors: ['webhookNotFound', 'webhookAddress', 'siteNotFound'],
  transaction: 'change',
});
