// bdnz/three/echarts
import { call } from '../../../call.ts';
import { flowChart } from '../../../entities/statistics.ts';
import { deviceStatisticsEcharts } from '../../device/statistics/echarts.ts';

export const bdnzThreeEcharts = call({
  summary:
    "Quantities of a meter over a day, as device/statistics/echarts; or, asked for by the lines 'From grid' (positive energy) and 'To grid' (native energy), its energy since midnight; by day, month, year its energies.",
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: deviceStatisticsEcharts.request,
  response: flowChart,
  errors: [...deviceStatisticsEcharts.errors, 'otherKind'],
});
