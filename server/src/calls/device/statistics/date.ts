// device/statistics/date: energy and money of a device for a day or month.

import { accessibleDevice } from '../../../access/accessibleDevice.ts';
import { periodStatistics } from '../../../energy/periods/periodStatistics.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceStatisticsDate: Handler<'device/statistics/date'> = async (request, caller) =>
  await periodStatistics(await accessibleDevice(caller, request), request, caller);
