// device/history/restore
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sid, sn } from '../../../entities/parts.ts';

export const deviceHistoryRestore = call({
  summary: "Brings back what was taken out of a device's history, within 30 days; its energies are recomputed with it.",
  access: { anyOf: ['HistoryDelete'] },
  request: z.object({ sid, sn, id: z.uuid() }),
  response: z.object({}),
  errors: ['siteNotFound', 'siteReadOnly', 'deviceNotFound', 'notRestorable'],
  transaction: 'change',
});
