// ksp/statistics/electricity: energies of a hybrid inverter or an all-in-one system by day, month or year.

import { deviceOfKind } from '../../../devices/deviceOfKind.ts';
import { electricityOf } from '../../../energy/charts/flowChart.ts';
import type { Handler } from '../../../platform/handler.ts';

export const kspStatisticsElectricity: Handler<'ksp/statistics/electricity'> = async (request, caller) =>
  await electricityOf(await deviceOfKind(caller, request, 'hybrid'), request, caller);
