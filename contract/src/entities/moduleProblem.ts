// A problem of a module, or of its device, as marked on a roof.
import { z } from 'zod';
import { EVENT_CODES, EVENT_LEVELS } from '../events.ts';

export const moduleProblem = z.object({
  /** Error code of the status word, `silence`, or the code of a module finding. */
  code: z.enum(EVENT_CODES),
  title: z.string(),
  /** Never `info`. */
  level: z.enum(EVENT_LEVELS),
});
