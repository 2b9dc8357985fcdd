// device/alerts/acknowledge
import { z } from 'zod';
import { call } from '../../../call.ts';
import { int, sid, snOrPlant, text } from '../../../entities/parts.ts';
import { EVENT_CODES } from '../../../events.ts';

/** Latest instant a device can have reported: 1970 to 9999. */
const LAST_MS = 253_402_300_799_999;

export const deviceAlertsAcknowledge = call({
  summary:
    'Says that somebody knows of events of a plant, or takes that back, and notes something about them. All of them or none.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({
    sid,
    alerts: z
      .array(z.object({ sn: snOrPlant, code: z.enum(EVENT_CODES), startMs: int(0, LAST_MS) }))
      .min(1)
      .max(200),
    acknowledged: z.boolean().default(true),
    /** Omitted: unchanged. */
    note: text(500).optional(),
  }),
  response: z.object({ count: z.number().int() }),
  errors: ['siteNotFound', 'siteReadOnly', 'eventNotFound'],
  transaction: 'change',
});
