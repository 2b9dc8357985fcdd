// battery/hx/overview: state of charge and power of a battery now, energy charged and discharged today and in total.
import type { MeasuredFlow } from '@heliograph/contract/flows.ts';
import { deviceOfKind } from '../../../devices/deviceOfKind.ts';
import { batteryNowOf, freshQuantities, headOfDevice } from '../../../devices/presentDevice.ts';
import { deviceFlows } from '../../../energy/flows/deviceFlowTotals.ts';
import { reversedOn } from '../../../installation/meterSettings.ts';
import { reversePolarity } from '../../../installation/rules/reversedPolarity.ts';
import { localDay } from '../../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../../platform/handler.ts';

export const batteryHxOverview: Handler<'battery/hx/overview'> = async (request, caller) => {
  const { sql, at } = caller;
  const device = await deviceOfKind(caller, request, 'battery');
  const [reversedNames, flows] = await Promise.all([reversedOn(sql, device), deviceFlows(device, caller)]);
  const names = reversedNames(localDay(at.getTime(), device.timezone));
  const flowOf = (name: MeasuredFlow) => flows.find(({ flow }) => flow === name) ?? null;
  return {
    ...headOfDevice(device, caller),
    ...batteryNowOf(reversePolarity(freshQuantities(device, at), names)),
    charge: flowOf('charge'),
    discharge: flowOf('discharge'),
  };
};
