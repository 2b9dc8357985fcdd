// device/statistics/overview: what a device does now and has done.
import { overviewOf } from '../../../figures/deviceOverview.ts';
import type { Handler } from '../../../handler.ts';
import { visibleDevice } from '../../../sql/visibleDevice.ts';

export const deviceStatisticsOverview: Handler<'device/statistics/overview'> = async (request, caller) =>
  await overviewOf(await visibleDevice(caller, request), caller);
