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
    /** An ended roll-out of this version to be rolled back; `filters` are then ignored. */
    returns: z.uuid().optional(),
    /** Number of devices in the preview; refused if it has changed. */
    devices: int(1, MAX_ROLLOUT_DEVICES),
    plan: rolloutPlan,
    /** Whether devices wait for the consent of their plant's owner. Default: yes, except for required versions and rollbacks. Plants without an owner or owned by the requester need no consent. */
    asksOwners: z.boolean().optional(),
  }),
  response: z.object({ id: z.string() }),
  errors: [
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
