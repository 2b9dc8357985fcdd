// bdnz/three/echarts: chart of a meter: quantities over a day, energies since midnight, by day, month or year.

import { deviceOfKind } from '../../../devices/deviceOfKind.ts';
import { chartOfFlows } from '../../../energy/charts/flowChart.ts';
import type { Handler } from '../../../platform/handler.ts';

export const bdnzThreeEcharts: Handler<'bdnz/three/echarts'> = async (request, caller) =>
  await chartOfFlows(await deviceOfKind(caller, request, 'meter'), request, caller);
