// device/history/files
import { z } from 'zod';
import { call } from '../../../call.ts';
import { historyFile } from '../../../entities/historyFiles.ts';
import { page } from '../../../entities/page.ts';
import { sid, sn } from '../../../entities/parts.ts';
import { devices } from '../../../pageModules.ts';

export const deviceHistoryFiles = call({
  summary:
    "The caller's files of samples, being made, ready or failed, the newest first; of one plant or device when one is said. A file is there for a day after it is ready, and only to who may see its plant.",
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn: sn.optional(), page: page.prefault({}) }),
  response: z.object({
    list: devices(z.array(historyFile), []),
    total: z.number().int(),
    /** Number of these files in progress. */
    underWay: z.number().int(),
  }),
});
