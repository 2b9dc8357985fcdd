// bdnz/three/history/download: samples of a meter as CSV.

import { deviceOfKind } from '../../../../devices/deviceOfKind.ts';
import type { Handler } from '../../../../platform/handler.ts';
import { historyFile } from '../../../../readings/historyFile.ts';

export const bdnzThreeHistoryDownload: Handler<'bdnz/three/history/download'> = async (request, caller) => {
  const device = await caller.read((sql) => deviceOfKind({ ...caller, sql }, request, 'meter'));
  return await historyFile(device, request, caller);
};
