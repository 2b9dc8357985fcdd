// ksp/history: samples of a hybrid inverter or an all-in-one machine as they were measured.
import { historyOf } from '../../figures/deviceHistory.ts';
import type { Handler } from '../../handler.ts';
import { deviceOfKind } from '../../sql/deviceOfKind.ts';

export const kspHistory: Handler<'ksp/history'> = async (request, caller) =>
  await historyOf(await deviceOfKind(caller, request, 'hybrid'), request, caller);
