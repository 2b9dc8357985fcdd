// device/statistics/overview/electricity: what a meter, a battery or a hybrid has passed on, by flow.

import { visibleDevice } from '../../../../access/accessibleDevice.ts';
import { deviceFlows } from '../../../../energy/flows/deviceFlowTotals.ts';
import { lastUpdateWords } from '../../../../live/rowTexts.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const deviceStatisticsOverviewElectricity: Handler<'device/statistics/overview/electricity'> = async (
  request,
  caller,
) => {
  const device = await visibleDevice(caller, request);
  const { sid, sn } = device;
  return {
    sid,
    sn,
    ...lastUpdateWords(device.at, device.timezone, caller.at, caller.language),
    flows: await deviceFlows(device, caller),
  };
};
