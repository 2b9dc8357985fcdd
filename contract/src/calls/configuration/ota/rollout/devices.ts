// configuration/ota/rollout/devices
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { page, textFilter, wordFilter } from '../../../../entities/page.ts';
import { int, iso } from '../../../../entities/parts.ts';
import { devices } from '../../../../pageModules.ts';
import { MAX_WAVES, ROLLOUT_STEPS } from '../../../../rollouts.ts';

export const configurationOtaRolloutDevices = call({
  summary: 'The devices of a roll-out in plants that the caller sees: in which wave each is, how far, and why not.',
  access: { anyOf: ['DeviceControl'] },
  request: z.object({
    id: z.uuid(),
    page: page.prefault({}),
    filters: z
      .object({
        /** Part of a plant's name, or prefix of a serial number. */
        keywords: textFilter,
        step: wordFilter(ROLLOUT_STEPS),
        /** From 0. */
        wave: int(0, MAX_WAVES).optional(),
      })
      .prefault({}),
  }),
  response: z.object({
    list: devices(
      z.array(
        z.object({
          sid: z.string(),
          siteName: z.string(),
          sn: z.string(),
          wave: z.number().int(),
          step: z.enum(ROLLOUT_STEPS),
          /** For a failed or silent device as in `configuration/ota/list/sn`; for a skipped one a code of ROLLOUT_SKIPS. */
          reason: z.string(),
          /** Version installed when it was chosen or updated, and the target version. */
          before: z.string(),
          versionName: z.string(),
          askedIso: iso,
          endedIso: iso,
        }),
      ),
      [],
    ),
    total: z.number().int(),
  }),
  errors: ['rolloutNotFound'],
});
