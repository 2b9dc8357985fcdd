// ksp/history/download: samples of a hybrid inverter or an all-in-one system as CSV.

import { deviceOfKind } from '../../../devices/deviceOfKind.ts';
import type { Handler } from '../../../platform/handler.ts';
import { historyFile } from '../../../readings/historyFile.ts';

export const kspHistoryDownload: Handler<'ksp/history/download'> = async (request, caller) => {
  const device = await caller.read((sql) => deviceOfKind({ ...caller, sql }, request, 'hybrid'));
  return await historyFile(device, request, caller);
};
