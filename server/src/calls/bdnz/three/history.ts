// bdnz/three/history: samples of a meter as measured.

import { deviceOfKind } from '../../../devices/deviceOfKind.ts';
import type { Handler } from '../../../platform/handler.ts';
import { historyOf } from '../../../readings/historyPage.ts';

export const bdnzThreeHistory: Handler<'bdnz/three/history'> = async (request, caller) =>
  await historyOf(await deviceOfKind(caller, request, 'meter'), request, caller);
