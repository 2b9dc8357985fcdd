// device/statistics/overview: current values and energies of a device.

import { accessibleDevice } from '../../../access/accessibleDevice.ts';
import { overviewOf } from '../../../devices/deviceOverview.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceStatisticsOverview: Handler<'device/statistics/overview'> = async (request, caller) =>
  await overviewOf(await accessibleDevice(caller, request), caller);
