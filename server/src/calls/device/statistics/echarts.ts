// device/statistics/echarts: chart of a device: quantities over a day, or energy by day, month or year.

import { accessibleDevice } from '../../../access/accessibleDevice.ts';
import { assertNotFuture } from '../../../energy/charts/chartPeriods.ts';
import { deviceChart } from '../../../energy/charts/deviceChart.ts';
import { localDay } from '../../../platform/calendar/rules/localDays.ts';
import { useGenericPlans } from '../../../platform/database/genericPlans.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceStatisticsEcharts: Handler<'device/statistics/echarts'> = async (request, caller) => {
  useGenericPlans(caller.sql);
  const device = await accessibleDevice(caller, request);
  assertNotFuture(request, localDay(caller.at.getTime(), device.timezone));
  return await deviceChart(device, request, caller);
};
