// device/statistics/echarts: quantities of a day or energy by day, month, year of a device.
import { deviceChart } from '../../../figures/deviceChart.ts';
import type { Handler } from '../../../handler.ts';
import { visibleDevice } from '../../../sql/visibleDevice.ts';

export const deviceStatisticsEcharts: Handler<'device/statistics/echarts'> = async (request, caller) =>
  await deviceChart(await visibleDevice(caller, request), request, caller);
