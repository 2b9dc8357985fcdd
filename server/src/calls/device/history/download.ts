// device/history/download: a device's samples of a range of days as CSV.

import { accessibleDevice } from '../../../access/accessibleDevice.ts';
import { assertHasBegun } from '../../../energy/charts/chartPeriods.ts';
import { localDay } from '../../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../../platform/handler.ts';
import { historyFile } from '../../../readings/historyFile.ts';

export const deviceHistoryDownload: Handler<'device/history/download'> = async (request, caller) => {
  const device = await caller.read((sql) => accessibleDevice({ ...caller, sql }, request));
  assertHasBegun(request.start, localDay(caller.at.getTime(), device.timezone));
  return await historyFile(device, request, caller);
};
