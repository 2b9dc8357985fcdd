// battery/hx/statistics/overview: energy a battery was charged and discharged with.

import { deviceOfKind } from '../../../../devices/deviceOfKind.ts';
import { deviceFlows } from '../../../../energy/flows/deviceFlowTotals.ts';
import { lastUpdateTexts } from '../../../../live/rowTexts.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const batteryHxStatisticsOverview: Handler<'battery/hx/statistics/overview'> = async (request, caller) => {
  const device = await deviceOfKind(caller, request, 'battery');
  const { sid, sn } = device;
  return {
    sid,
    sn,
    ...lastUpdateTexts(device.at, device.timezone, caller.at, caller.language),
    flows: await deviceFlows(device, caller),
  };
};
