// device/history/files/ask: requests a file of a device's samples, built by a job; identical requests share one file.
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_FILE_DAYS } from '@heliograph/contract/limits.ts';
import { accessibleDevice } from '../../../../access/accessibleDevice.ts';
import { assertHasBegun } from '../../../../energy/charts/chartPeriods.ts';
import { inTableOrder } from '../../../../families/chartLines.ts';
import { localDay } from '../../../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../../../platform/handler.ts';
import { daysOfFile, nameOfFile } from '../../../../readings/historyFile.ts';
import { requestFile } from '../../../../readings/requestFile.ts';

export const deviceHistoryFilesAsk: Handler<'device/history/files/ask'> = async (request, caller) => {
  const { start, end = start, format } = request;
  const days = daysOfFile({ start, end });
  if (days > MAX_FILE_DAYS) throw new ApiError('rangeTooLong', { days: MAX_FILE_DAYS });
  const { sid, sn, timezone } = await accessibleDevice(caller, request);
  assertHasBegun(start, localDay(caller.at.getTime(), timezone));
  const quantities = inTableOrder(request.quantities);
  const name = nameOfFile(sn, { start, end, format });
  return await requestFile({ sid, sn, sns: [], deviceCount: 1, start, end, days, format, quantities, name }, caller);
};
