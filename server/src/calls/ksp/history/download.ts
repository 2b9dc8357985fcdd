// ksp/history/download: samples of a hybrid inverter or an all-in-one machine as CSV.
import { historyFile } from '../../../figures/historyFile.ts';
import type { Handler } from '../../../handler.ts';
import { deviceOfKind } from '../../../sql/deviceOfKind.ts';

export const kspHistoryDownload: Handler<'ksp/history/download'> = async (request, caller) => {
  const device = await caller.read((sql) => deviceOfKind({ ...caller, sql }, request, 'hybrid'));
  return await historyFile(device, request, caller);
};
