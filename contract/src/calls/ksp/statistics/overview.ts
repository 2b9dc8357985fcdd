// ksp/statistics/overview
import { z } from 'zod';
import { call } from '../../../call.ts';
import { deviceFlow } from '../../../entities/statistics.ts';
import { deviceStatisticsOverview } from '../../device/statistics/overview.ts';

export const kspStatisticsOverview = call({
  summary:
    'What a hybrid inverter or an all-in-one machine does now and has done, as device/statistics/overview, with its other flows.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: deviceStatisticsOverview.request,
  response: z.object({
    ...deviceStatisticsOverview.response.shape,
    /** Same as in device/statistics/overview/electricity. */
    flows: z.array(deviceFlow),
  }),
  errors: [...deviceStatisticsOverview.errors, 'otherKind'],
});
