// device/statistics/overview/electricity
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { lastUpdate, sid, sn } from '../../../../entities/parts.ts';
import { deviceFlow } from '../../../../entities/statistics.ts';

export const deviceStatisticsOverviewElectricity = call({
  summary:
    'What a meter, a battery or a hybrid has passed on, by flow: today, yesterday, this month and year, and in all. Nothing of a device that measures no flow.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: z.object({
    sid,
    sn: z.string(),
    ...lastUpdate,
    /** As counted by the plant (device/meter/settings); current power is returned by site/overview and device/history. */
    flows: z.array(deviceFlow),
  }),
  errors: ['deviceNotFound'],
});
