// configuration/ota/rollout/find
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { firmwareId } from '../../../../entities/firmware.ts';
import { rolloutFilters } from '../../../../entities/rollout.ts';
import { ROLLOUT_SKIPS } from '../../../../rollouts.ts';

export const configurationOtaRolloutFind = call({
  summary:
    'How many devices a version of firmware would be rolled out to, of those that a filter finds in plants that the caller may change; or how many of a roll-out that has ended would be taken back, each to the version that it came from. And what is left out, and why.',
  access: { anyOf: ['DeviceControl'] },
  request: z.object({
    id: firmwareId,
    filters: rolloutFilters.prefault({}),
    /** A roll-out of this version that has ended: its updated devices. */
    returns: z.uuid().optional(),
  }),
  response: z.object({
    devices: z.number().int(),
    /** More were found than one roll-out takes, or than are looked through: the filter has to be narrower. */
    isTooMany: z.boolean(),
    leftOut: z.array(z.object({ reason: z.enum(ROLLOUT_SKIPS), devices: z.number().int() })),
    /** What the devices would run after it: of a roll-back several. */
    targets: z.array(z.object({ versionName: z.string(), devices: z.number().int() })),
    /** Of a roll-back: versions to go back to that are not here any more, or not published. */
    missing: z.array(z.object({ versionName: z.string(), devices: z.number().int() })),
    /** What the filter can choose from, the most frequent first, at most 50 each. */
    versions: z.array(z.object({ name: z.string(), devices: z.number().int() })),
    hardwares: z.array(z.object({ name: z.string(), devices: z.number().int() })),
    companies: z.array(z.object({ id: z.number().int(), name: z.string(), devices: z.number().int() })),
    countries: z.array(z.object({ name: z.string(), devices: z.number().int() })),
    /** Devices in plants with an owner other than the caller, who is asked where owners are; and whether they are unless said otherwise. */
    owned: z.number().int(),
    asksOwners: z.boolean(),
    needsSecondFactor: z.boolean(),
  }),
  refusals: ['firmwareNotFound', 'rolloutNotFound', 'rolloutNotEnded'],
});
