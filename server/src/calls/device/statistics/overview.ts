// device/statistics/overview: what a device does now and has done.
import { overviewOf } from '../../../devices/deviceOverview.ts';
import type { Handler } from '../../../platform/handler.ts';
import { visibleDevice } from '../../../access/accessibleDevice.ts';

export const deviceStatisticsOverview: Handler<'device/statistics/overview'> = async (request, caller) =>
  await overviewOf(await visibleDevice(caller, request), caller);
