// configuration/ota/rollout/begin
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { firmwareId } from '../../../../entities/firmware.ts';
import { int } from '../../../../entities/parts.ts';
import { rolloutFilters, rolloutPlan } from '../../../../entities/rollout.ts';
import { MAX_ROLLOUT_DEVICES } from '../../../../rollouts.ts';

export const configurationOtaRolloutBegin = call({
  summary:
    'Begins to update many devices in waves: the next wave begins when the one before has ended and was watched, unless too many of it failed or were silent. Or takes the devices that a roll-out has updated back to the versions they came from.',
  access: { anyOf: ['DeviceControl'] },
  request: z.object({
    id: firmwareId,
    filters: rolloutFilters.prefault({}),
    /** A roll-out of this version that has ended, to be taken back; `filters` say nothing then. */
    returns: z.uuid().optional(),
    /** How many were found when they were looked at; refused when there are more or fewer by now. */
    devices: int(1, MAX_ROLLOUT_DEVICES),
    plan: rolloutPlan,
    /** Whether devices wait until the owner of their plant has said yes; unless said: of a version that is not required, and of no roll-back. Whose plant has no owner, or whose own it is, is not asked. */
    asksOwners: z.boolean().optional(),
  }),
  response: z.object({ id: z.string() }),
  refusals: [
    'firmwareNotFound',
    'needsSecondFactor',
    'rolloutNotFound',
    'rolloutNotEnded',
    'rolloutWithoutDevices',
    'tooManyRolloutDevices',
    'rolloutHasChanged',
  ],
  transaction: 'change',
  timeoutMs: 30_000,
});
