// battery/hx/echarts: quantities of a battery over a day, its energies since midnight, by day, month, year.

import { deviceOfKind } from '../../../devices/deviceOfKind.ts';
import { chartOfFlows } from '../../../energy/charts/flowChart.ts';
import type { Handler } from '../../../platform/handler.ts';

export const batteryHxEcharts: Handler<'battery/hx/echarts'> = async (request, caller) =>
  await chartOfFlows(await deviceOfKind(caller, request, 'battery'), request, caller);
