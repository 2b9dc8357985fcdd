// device/history: one page of a device's samples as measured.

import { accessibleDevice } from '../../access/accessibleDevice.ts';
import type { Handler } from '../../platform/handler.ts';
import { historyOf } from '../../readings/historyPage.ts';

export const deviceHistory: Handler<'device/history'> = async (request, caller) =>
  await historyOf(await accessibleDevice(caller, request), request, caller);
