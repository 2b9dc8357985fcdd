// battery/hx/ota
import { z } from 'zod';
import { call } from '../../../call.ts';
import { updateRow } from '../../../entities/firmware.ts';
import { sid, sn } from '../../../entities/parts.ts';
import { FIRMWARE_FITS } from '../../../firmware.ts';

export const batteryHxOta = call({
  summary:
    'The firmware of a battery, or of a hybrid inverter: what runs in it, which published versions are offered to it, and how far its last update is. configuration/ota/update begins one.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid, sn }),
  response: z.object({
    sn: z.string(),
    modelName: z.string(),
    /** As reported; '': not reported. */
    hardware: z.string(),
    versionName: z.string(),
    /** Newer and older versions, newest first; 50 at most. */
    offered: z.array(
      z.object({
        id: z.number().int(),
        versionName: z.string(),
        description: z.string(),
        bytes: z.number().int(),
        isForced: z.boolean(),
        /** `newer`, or `older` for a rollback. */
        fit: z.enum(FIRMWARE_FITS),
        publishedIso: z.string(),
      }),
    ),
    /** Null: never requested. */
    update: updateRow.nullable(),
    rights: z.object({ update: z.boolean() }),
    /** Signed in with a password alone, which does not allow updates. */
    needsSecondFactor: z.boolean(),
  }),
  errors: ['siteNotFound', 'deviceNotFound', 'otherKind'],
});
