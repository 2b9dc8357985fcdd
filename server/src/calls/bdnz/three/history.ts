// bdnz/three/history: samples of a meter as they were measured.
import { historyOf } from '../../../figures/deviceHistory.ts';
import type { Handler } from '../../../handler.ts';
import { deviceOfKind } from '../../../sql/deviceOfKind.ts';

export const bdnzThreeHistory: Handler<'bdnz/three/history'> = async (request, caller) =>
  await historyOf(await deviceOfKind(caller, request, 'meter'), request, caller);
