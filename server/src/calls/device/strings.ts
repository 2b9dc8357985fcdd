// device/strings: current values of a string inverter, with its inputs and strings compared with their peers.

import { deviceOfKind } from '../../devices/deviceOfKind.ts';
import { acNowOf, freshQuantities, headOfDevice, rounded, temperatureOf } from '../../devices/presentDevice.ts';
import type { Handler } from '../../platform/handler.ts';
import { comparePeers } from '../../problems/modules/comparePeers.ts';

export const deviceStrings: Handler<'device/strings'> = async (request, caller) => {
  const { sql, at } = caller;
  const device = await deviceOfKind(caller, request, 'inverter');
  const q = freshQuantities(device, at);
  return {
    ...headOfDevice(device, caller),
    ac: acNowOf(device, q, 'powerW'),
    ...temperatureOf(q.temperatureC),
    insulation: rounded(q.insulationOhm),
    insulationUnit: 'Ω',
    ...(await comparePeers(sql, device, at)),
  };
};
