// What the owner of a plant is asked before its devices are updated, and what was said.
import { z } from 'zod';
import { CONSENT_ANSWERS } from '../firmware.ts';
import { devices } from '../pageModules.ts';
import { iso } from './parts.ts';

export const updateQuestion = z.object({
  id: z.uuid(),
  /** One of many plants' at once; else of a device of this plant alone. */
  isRollout: z.boolean(),
  /** The company that asks; '': it is gone. */
  company: z.string(),
  /** What its maker, or who brought it in, says of the version; '': nothing, or it is gone. */
  description: z.string(),
  devices: devices(
    z.array(
      z.object({
        sn: z.string(),
        alias: z.string(),
        modelName: z.string(),
        /** What it runs, and what it would. */
        before: z.string(),
        versionName: z.string(),
      }),
    ),
    [],
  ),
  askedIso: z.string(),
  /** Without an answer until then these devices are left as they are. */
  endsIso: z.string(),
  /** '': none yet. */
  answer: z.enum(['', ...CONSENT_ANSWERS]),
  /** Put off: when the owner is asked again. */
  laterIso: iso,
  answeredIso: iso,
  /** What this session may say: its owner, as long as no yes or no was said. */
  rights: z.object({ answer: z.boolean() }),
});
