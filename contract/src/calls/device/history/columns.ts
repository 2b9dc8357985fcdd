// device/history/columns
import { z } from 'zod';
import { call } from '../../../call.ts';
import { historyColumn } from '../../../entities/historyFiles.ts';
import { sid, sn } from '../../../entities/parts.ts';

export const deviceHistoryColumns = call({
  summary: "Which quantities a device's samples have, as device/history/download takes them: name, title and unit.",
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: z.object({ list: z.array(historyColumn) }),
  errors: ['deviceNotFound'],
});
