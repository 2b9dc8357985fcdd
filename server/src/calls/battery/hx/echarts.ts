// battery/hx/echarts: chart of a battery: quantities over a day, energies since midnight, by day, month or year.

import { deviceOfKind } from '../../../devices/deviceOfKind.ts';
import { chartOfFlows } from '../../../energy/charts/flowChart.ts';
import type { Handler } from '../../../platform/handler.ts';

export const batteryHxEcharts: Handler<'battery/hx/echarts'> = async (request, caller) =>
  await chartOfFlows(await deviceOfKind(caller, request, 'battery'), request, caller);
