// device/history/removed
import { z } from 'zod';
import { call } from '../../../call.ts';
import { page } from '../../../entities/page.ts';
import { day, iso, sid, sn } from '../../../entities/parts.ts';

/** `removing` and `restoring` go on; `gone`: too old to come back. */
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
        removedBy: z.string(),
        samples: z.number().int(),
        /** Of which there were energies: of its samples, imported or kept longer than they. */
        days: z.number().int(),
        state: z.enum(REMOVAL_STATES),
        /** Until then it can come back; null: it cannot. */
        restorableUntilIso: iso,
        restoredIso: iso,
        restoredBy: z.string(),
      }),
    ),
    total: z.number().int(),
    /** Whether the caller may take out and bring back. */
    mayChange: z.boolean(),
  }),
  refusals: ['deviceNotFound'],
});
