// device/alerts/open
import { z } from 'zod';
import { call } from '../../../call.ts';
import { EVENT_LEVELS } from '../../../events.ts';
import { devices } from '../../../pageModules.ts';

/** Larger counts are shown as "more". */
export const MAX_OPEN_ALERTS = 999;

export const deviceAlertsOpen = call({
  summary:
    'How many problems of all plants that the caller sees nobody has acknowledged; cheap, to be asked again and again.',
  access: { anyOf: ['Alerts'] },
  request: z.object({}),
  response: z.object({
    count: devices(z.number().int(), 0),
    /** The actual number is larger than `count`. */
    more: devices(z.boolean(), false),
    /** Highest level of them; null: none. */
    level: devices(z.enum(EVENT_LEVELS).nullable(), null),
  }),
});
