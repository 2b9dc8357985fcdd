// Request for an owner's consent to a firmware update, and the answer.
import { z } from 'zod';
import { CONSENT_ANSWERS } from '../firmware.ts';
import { devices } from '../pageModules.ts';
import { iso } from './parts.ts';

export const updateQuestion = z.object({
  id: z.uuid(),
  /** Whether the update covers many plants; else it is for a device of this plant. */
  isRollout: z.boolean(),
  /** The requesting company; '' if it was deleted. */
  company: z.string(),
  /** Description of the version by its manufacturer or uploader; '' for none or a deleted version. */
  description: z.string(),
  devices: devices(
    z.array(
      z.object({
        sn: z.string(),
        alias: z.string(),
        modelName: z.string(),
        /** Current and new version. */
        before: z.string(),
        versionName: z.string(),
      }),
    ),
    [],
  ),
  askedIso: z.string(),
  /** Deadline; without an answer the devices stay unchanged. */
  endsIso: z.string(),
  /** '' without an answer. */
  answer: z.enum(['', ...CONSENT_ANSWERS]),
  /** If postponed: when the question returns. */
  laterIso: iso,
  answeredIso: iso,
  /** Whether this session may answer: the owner, until the answer is yes or no. */
  rights: z.object({ answer: z.boolean() }),
});
