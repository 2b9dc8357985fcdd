// ksp/history: samples of a hybrid inverter or an all-in-one system as measured.

import { deviceOfKind } from '../../devices/deviceOfKind.ts';
import type { Handler } from '../../platform/handler.ts';
import { historyOf } from '../../readings/historyPage.ts';

export const kspHistory: Handler<'ksp/history'> = async (request, caller) =>
  await historyOf(await deviceOfKind(caller, request, 'hybrid'), request, caller);
