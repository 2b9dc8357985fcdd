// Events of a plant in a request: each by its device, code and start.
import { z } from 'zod';
import { EVENT_CODES } from '../events.ts';
import { int, snOrPlant } from './parts.ts';

/** Latest instant a device can have reported: 1970 to 9999. */
const LAST_MS = 253_402_300_799_999;

export const eventKeys = z
  .array(z.object({ sn: snOrPlant, code: z.enum(EVENT_CODES), startMs: int(0, LAST_MS) }))
  .min(1)
  .max(200);
