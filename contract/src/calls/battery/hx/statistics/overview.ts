// battery/hx/statistics/overview
import { call } from '../../../../call.ts';
import { deviceStatisticsOverviewElectricity } from '../../../device/statistics/overview/electricity.ts';

export const batteryHxStatisticsOverview = call({
  summary: 'What a battery was charged and discharged with, as device/statistics/overview/electricity.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: deviceStatisticsOverviewElectricity.request,
  response: deviceStatisticsOverviewElectricity.response,
  errors: [...deviceStatisticsOverviewElectricity.errors, 'otherKind'],
});
