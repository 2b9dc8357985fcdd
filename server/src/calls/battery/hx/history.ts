// battery/hx/history: samples of a battery as measured.

import { deviceOfKind } from '../../../devices/deviceOfKind.ts';
import type { Handler } from '../../../platform/handler.ts';
import { historyOf } from '../../../readings/historyPage.ts';

export const batteryHxHistory: Handler<'battery/hx/history'> = async (request, caller) =>
  await historyOf(await deviceOfKind(caller, request, 'battery'), request, caller);
