// configuration/ota/rollout/answer
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { int } from '../../../../entities/parts.ts';
import { rolloutRow } from '../../../../entities/rollout.ts';
import { ROLLOUT_ANSWERS } from '../../../../rollouts.ts';

export const configurationOtaRolloutAnswer = call({
  summary:
    'Pauses a roll-out, resumes it, or stops it for good: what was not sent yet is taken back, what a device has begun goes on. Asked twice it is done once.',
  access: { anyOf: ['DeviceControl'] },
  request: z.object({
    id: z.uuid(),
    answer: z.enum(ROLLOUT_ANSWERS),
    /** Revision as read; a different one means that another user or its own rule changed it meanwhile. */
    revision: int(1),
  }),
  response: z.object({ rollout: rolloutRow }),
  errors: ['rolloutNotFound', 'rolloutEnded', 'rolloutAnswered', 'needsSecondFactor'],
  transaction: 'change',
});
