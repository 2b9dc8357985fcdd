// device/history: a device's samples as they were measured, a page of some days.

import { accessibleDevice } from '../../access/accessibleDevice.ts';
import type { Handler } from '../../platform/handler.ts';
import { historyOf } from '../../readings/historyPage.ts';

export const deviceHistory: Handler<'device/history'> = async (request, caller) =>
  await historyOf(await accessibleDevice(caller, request), request, caller);
