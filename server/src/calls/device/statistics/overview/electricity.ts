// device/statistics/overview/electricity: what a meter, a battery or a hybrid has passed on, by flow.
import { deviceFlows } from '../../../../figures/deviceFlows.ts';
import type { Handler } from '../../../../handler.ts';
import { visibleDevice } from '../../../../sql/visibleDevice.ts';
import { lastUpdateWords } from '../../../../wire/rowWords.ts';

export const deviceStatisticsOverviewElectricity: Handler<'device/statistics/overview/electricity'> = async (
  request,
  caller,
) => {
  const device = await visibleDevice(caller, request);
  const { sid, sn } = device;
  return {
    ...{ sid, sn, ...lastUpdateWords(device.at, device.timezone, caller.at, caller.language) },
    flows: await deviceFlows(device, caller),
  };
};
