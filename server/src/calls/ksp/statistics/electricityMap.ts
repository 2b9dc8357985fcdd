// ksp/statistics/electricityMap: the energies that a hybrid inverter or an all-in-one machine tells.
import { electricityLines } from '../../../figures/flowChart.ts';
import type { Handler } from '../../../handler.ts';
import { deviceOfKind } from '../../../sql/deviceOfKind.ts';

export const kspStatisticsElectricityMap: Handler<'ksp/statistics/electricityMap'> = async (request, caller) => ({
  list: await electricityLines(await deviceOfKind(caller, request, 'hybrid'), caller),
});
