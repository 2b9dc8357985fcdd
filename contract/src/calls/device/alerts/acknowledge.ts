// device/alerts/acknowledge
import { z } from 'zod';
import { call } from '../../../call.ts';
import { eventKeys } from '../../../entities/eventKeys.ts';
import { sid, text } from '../../../entities/parts.ts';

export const deviceAlertsAcknowledge = call({
  summary:
    'Says that somebody knows of events of a plant, or takes that back, and notes something about them. All of them or none.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({
    sid,
    alerts: eventKeys,
    acknowledged: z.boolean().default(true),
    /** Omitted: unchanged. */
    note: text(500).optional(),
    /** Notes that the writer has seen: an event with another one refuses, so that nobody's note is overwritten unread. Omitted: unchecked. */
    knownNotes: z.array(text(500)).max(500).optional(),
  }),
  response: z.object({ count: z.number().int() }),
  errors: ['siteNotFound', 'siteReadOnly', 'eventNotFound'],
  transaction: 'change',
});
