// site/history/columns
import { z } from 'zod';
import { call } from '../../../call.ts';
import { historyColumn } from '../../../entities/historyFiles.ts';
import { sid } from '../../../entities/parts.ts';
import { devices } from '../../../pageModules.ts';

export const siteHistoryColumns = call({
  summary:
    'The quantities in the samples of all devices of a plant, as site/history/files/ask accepts them: name, title and unit; and the devices.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid }),
  response: z.object({
    list: devices(z.array(historyColumn), []),
    /** Without gateways, which measure nothing themselves; removed ones are included. */
    devices: devices(z.array(z.object({ sn: z.string(), alias: z.string(), modelName: z.string() })), []),
  }),
  errors: ['siteNotFound'],
});
