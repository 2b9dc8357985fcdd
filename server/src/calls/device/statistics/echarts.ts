// device/statistics/echarts: quantities of a day or energy by day, month, year of a device.
import { deviceChart } from '../../../figures/deviceChart.ts';
import type { Handler } from '../../../handler.ts';
import { localDay } from '../../../rules/localDays.ts';
import { planForAny } from '../../../sql/plans.ts';
import { visibleDevice } from '../../../sql/visibleDevice.ts';
import { notOfFuture } from '../../../wire/chartPeriods.ts';

export const deviceStatisticsEcharts: Handler<'device/statistics/echarts'> = async (request, caller) => {
  planForAny(caller.sql);
  const device = await visibleDevice(caller, request);
  notOfFuture(request, localDay(caller.at.getTime(), device.timezone));
  return await deviceChart(device, request, caller);
};
