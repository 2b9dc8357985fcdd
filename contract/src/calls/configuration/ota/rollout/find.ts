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
    /** An ended roll-out of this version, whose updated devices are selected. */
    returns: z.uuid().optional(),
  }),
  response: z.object({
    devices: z.number().int(),
    /** More devices match than one roll-out takes, or than are searched: narrow the filter. */
    isTooMany: z.boolean(),
    leftOut: z.array(z.object({ reason: z.enum(ROLLOUT_SKIPS), devices: z.number().int() })),
    /** Versions after the roll-out; several for a rollback. */
    targets: z.array(z.object({ versionName: z.string(), devices: z.number().int() })),
    /** For a rollback: previous versions that no longer exist or are not published. */
    missing: z.array(z.object({ versionName: z.string(), devices: z.number().int() })),
    /** Choices for the filter, most frequent first, at most 50 each. */
    versions: z.array(z.object({ name: z.string(), devices: z.number().int() })),
    hardwares: z.array(z.object({ name: z.string(), devices: z.number().int() })),
    companies: z.array(z.object({ id: z.number().int(), name: z.string(), devices: z.number().int() })),
    countries: z.array(z.object({ name: z.string(), devices: z.number().int() })),
    /** Devices in plants owned by others, whose consent is requested; and whether it is by default. */
    owned: z.number().int(),
    asksOwners: z.boolean(),
    needsSecondFactor: z.boolean(),
  }),
  errors: ['firmwareNotFound', 'rolloutNotFound', 'rolloutNotEnded'],
});
