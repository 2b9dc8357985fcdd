// device/history: a device's samples as they were measured, a page of some days.
import { historyOf } from '../../figures/deviceHistory.ts';
import type { Handler } from '../../handler.ts';
import { visibleDevice } from '../../sql/visibleDevice.ts';

export const deviceHistory: Handler<'device/history'> = async (request, caller) =>
  await historyOf(await visibleDevice(caller, request), request, caller);
