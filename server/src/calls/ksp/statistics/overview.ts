// ksp/statistics/overview: current values and energies of a hybrid inverter or an all-in-one system, with its other flows.

import { deviceOfKind } from '../../../devices/deviceOfKind.ts';
import { overviewOf } from '../../../devices/deviceOverview.ts';
import { deviceFlows } from '../../../energy/flows/deviceFlowTotals.ts';
import type { Handler } from '../../../platform/handler.ts';

export const kspStatisticsOverview: Handler<'ksp/statistics/overview'> = async (request, caller) => {
  const device = await deviceOfKind(caller, request, 'hybrid');
  const [overview, flows] = await Promise.all([overviewOf(device, caller), deviceFlows(device, caller)]);
  return { ...overview, flows };
};
