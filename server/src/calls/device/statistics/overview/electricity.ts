// device/statistics/overview/electricity: what a meter, a battery or a hybrid has passed on, by flow.

import { accessibleDevice } from '../../../../access/accessibleDevice.ts';
import { deviceFlows } from '../../../../energy/flows/deviceFlowTotals.ts';
import { lastUpdateTexts } from '../../../../live/rowTexts.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const deviceStatisticsOverviewElectricity: Handler<'device/statistics/overview/electricity'> = async (
  request,
  caller,
) => {
  const device = await accessibleDevice(caller, request);
  const { sid, sn } = device;
  return {
    sid,
    sn,
    ...lastUpdateTexts(device.at, device.timezone, caller.at, caller.language),
    flows: await deviceFlows(device, caller),
  };
};
