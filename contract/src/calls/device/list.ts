// device/list
import { z } from 'zod';
import { call } from '../../call.ts';
import { deviceRow } from '../../entities/device.ts';
import { listFilters, page, sortBy, textFilter } from '../../entities/page.ts';
import { devices } from '../../pageModules.ts';

const filters = listFilters.extend({ sid: textFilter }).prefault({});

export const deviceList = call({
  summary: 'The devices this session may see.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    page: page.prefault({}),
    filters,
    sort: sortBy(['problems', 'sn', 'siteName', 'model', 'now', 'lastUpdate', 'createdAt']),
  }),
  response: z.object({ list: devices(z.array(deviceRow), []), total: devices(z.number().int(), 0) }),
});
