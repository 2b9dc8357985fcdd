// battery/hx/history: samples of a battery as they were measured.
import { historyOf } from '../../../figures/deviceHistory.ts';
import type { Handler } from '../../../handler.ts';
import { deviceOfKind } from '../../../sql/deviceOfKind.ts';

export const batteryHxHistory: Handler<'battery/hx/history'> = async (request, caller) =>
  await historyOf(await deviceOfKind(caller, request, 'battery'), request, caller);
