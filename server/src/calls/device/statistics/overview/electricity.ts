// device/statistics/overview/electricity: energy measured by a meter, battery or hybrid, by flow.

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
