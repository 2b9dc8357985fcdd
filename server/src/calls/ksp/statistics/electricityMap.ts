// ksp/statistics/electricityMap: the energies that a hybrid inverter or an all-in-one system reports.

import { deviceOfKind } from '../../../devices/deviceOfKind.ts';
import { electricityLines } from '../../../energy/charts/flowChart.ts';
import type { Handler } from '../../../platform/handler.ts';

export const kspStatisticsElectricityMap: Handler<'ksp/statistics/electricityMap'> = async (request, caller) => ({
  list: await electricityLines(await deviceOfKind(caller, request, 'hybrid'), caller),
});
