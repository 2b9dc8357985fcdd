// bdnz/three/history/download: samples of a meter as CSV.
import { historyFile } from '../../../../figures/historyFile.ts';
import type { Handler } from '../../../../handler.ts';
import { deviceOfKind } from '../../../../sql/deviceOfKind.ts';

export const bdnzThreeHistoryDownload: Handler<'bdnz/three/history/download'> = async (request, caller) => {
  const device = await caller.read((sql) => deviceOfKind({ ...caller, sql }, request, 'meter'));
  return await historyFile(device, request, caller);
};
