// battery/hx/echarts
import { call } from '../../../call.ts';
import { flowChart } from '../../../entities/statistics.ts';
import { deviceStatisticsEcharts } from '../../device/statistics/echarts.ts';

export const batteryHxEcharts = call({
  summary:
    "Quantities of a battery over a day, as device/statistics/echarts; or, asked for by the lines 'Charge' and 'Discharge', its energy since midnight; by day, month, year its energies.",
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: deviceStatisticsEcharts.request,
  response: flowChart,
  errors: [...deviceStatisticsEcharts.errors, 'otherKind'],
});
