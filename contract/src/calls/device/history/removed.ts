// device/history/removed
import { z } from 'zod';
import { call } from '../../../call.ts';
import { page } from '../../../entities/page.ts';
import { day, iso, sid, sn } from '../../../entities/parts.ts';

/** `removing` and `restoring` are in progress; `gone`: too old to be restored. */
const REMOVAL_STATES = ['removing', 'removed', 'restoring', 'restored', 'gone'] as const;

export const deviceHistoryRemoved = call({
  summary:
    "What was taken out of a device's history: which days, by whom, why, and whether it can come back. The newest first.",
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn, page: page.prefault({}) }),
  response: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        start: day,
        end: day,
        reason: z.string(),
        removedIso: iso,
        /** "": the account no longer exists, or an administrator gave the device to another plant. */
        removedBy: z.string(),
        samples: z.number().int(),
        /** Days with energies: from samples, imported, or retained longer than samples. */
        days: z.number().int(),
        state: z.enum(REMOVAL_STATES),
        /** End of the period for restoring; null: cannot be restored. */
        restorableUntilIso: iso,
        restoredIso: iso,
        restoredBy: z.string(),
      }),
    ),
    total: z.number().int(),
    /** Whether the user may remove and restore. */
    mayChange: z.boolean(),
  }),
  errors: ['deviceNotFound'],
});
