// device/deleteHistory
import { z } from 'zod';
import { call } from '../../call.ts';
import { day, sid, sn, text } from '../../entities/parts.ts';

export const deviceDeleteHistory = call({
  summary:
    "Takes a device's samples and energies of some days out of its plant's history, up to now at most, imported totals and days whose samples were dropped, too; its energies are recomputed without them. They can come back for 30 days (device/history/restore).",
  access: { anyOf: ['HistoryDelete'] },
  request: z.object({
    sid,
    sn,
    /** Day of the plant's calendar. */
    start: day,
    /** Included; `start` if omitted. */
    end: day.optional(),
    /** Shown to users who see the gap later. */
    reason: text(500, 1),
  }),
  response: z.object({
    /** ID of this removal. */
    id: z.string(),
  }),
  errors: ['siteNotFound', 'siteReadOnly', 'deviceNotFound', 'timeReversed', 'notYet', 'removalsFull'],
  transaction: 'change',
  timeoutMs: 60_000,
});
