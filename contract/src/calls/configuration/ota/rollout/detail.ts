// configuration/ota/rollout/detail
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { iso } from '../../../../entities/parts.ts';
import { rolloutAction, rolloutPlan, rolloutRow } from '../../../../entities/rollout.ts';
import { ROLLOUT_STEPS } from '../../../../rollouts.ts';

export const configurationOtaRolloutDetail = call({
  summary: 'One roll-out: its plan, how far each wave is, and who did what with it and when.',
  access: { anyOf: ['DeviceControl'] },
  request: z.object({ id: z.uuid() }),
  response: z.object({
    rollout: rolloutRow.extend({
      plan: rolloutPlan,
      /** End of the observation of the last wave; null: not being observed. */
      watchedIso: iso,
    }),
    /** Devices of each wave, in plants that this session can access. */
    waves: z.array(z.object({ counts: z.partialRecord(z.enum(ROLLOUT_STEPS), z.number().int()) })),
    /** The newest first. */
    history: z.array(rolloutAction),
  }),
  errors: ['rolloutNotFound'],
});
