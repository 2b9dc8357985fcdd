// device/history/download: a device's samples of some days as CSV.
import { historyFile } from '../../../figures/historyFile.ts';
import type { Handler } from '../../../handler.ts';
import { localDay } from '../../../rules/localDays.ts';
import { visibleDevice } from '../../../sql/visibleDevice.ts';
import { mustHaveBegun } from '../../../wire/chartPeriods.ts';

export const deviceHistoryDownload: Handler<'device/history/download'> = async (request, caller) => {
  const device = await caller.read((sql) => visibleDevice({ ...caller, sql }, request));
  mustHaveBegun(request.start, localDay(caller.at.getTime(), device.timezone));
  return await historyFile(device, request, caller);
};
