// device/ownership
import { z } from 'zod';
import { call } from '../../call.ts';
import { iso, sid } from '../../entities/parts.ts';
import { OWNERSHIP_KINDS } from '../../ownership.ts';
import { devices } from '../../pageModules.ts';

export const deviceOwnership = call({
  summary:
    'Ownership claims of a plant for serial numbers that it cannot add, claims of others for its devices, and devices whose earlier reports are withheld until ownership is proved; empty for guests.',
  access: { anyOf: ['DeviceRegister'] },
  request: z.object({ sid }),
  response: z.object({
    /** The newest first; decided ones for 90 days. */
    list: devices(
      z.array(
        z.object({
          id: z.string(),
          sn: z.string(),
          reason: z.string(),
          claimedIso: iso,
          state: z.enum(['open', 'accepted', 'rejected']),
          /** Answer of the administrator; "" while open. */
          decision: z.string(),
          decidedIso: iso,
        }),
      ),
      [],
    ),
    /** Open claims of others for devices of the plant, the oldest first. Who claims them is not shown. */
    contested: devices(
      z.array(
        z.object({
          id: z.string(),
          sn: z.string(),
          kind: z.enum(OWNERSHIP_KINDS),
          claimedIso: iso,
          /** Deadline for the plant's answer; administrators may decide earlier. */
          answerUntilIso: iso,
          /** The plant's own answer; null: none. */
          answer: z
            .object({
              agrees: z.boolean(),
              text: z.string(),
              /** Number of files. */
              files: z.number().int(),
              answeredIso: iso,
            })
            .nullable(),
        }),
      ),
      [],
    ),
    withheld: devices(
      z.array(
        z.object({
          sn: z.string(),
          reports: z.number().int(),
          /** Time of the first of them. */
          sinceIso: iso,
        }),
      ),
      [],
    ),
  }),
  errors: ['siteNotFound'],
});
