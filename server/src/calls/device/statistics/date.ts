// device/statistics/date: energy and money of a day or month of a device.

import type { Handler } from '../../../handler.ts';
import { periodStatistics } from '../../../sql/periodStatistics.ts';
import { visibleDevice } from '../../../sql/visibleDevice.ts';

export const deviceStatisticsDate: Handler<'device/statistics/date'> = async (request, caller) =>
  await periodStatistics(await visibleDevice(caller, request), request, caller);
