// site/history/files/ask: requests a file of the samples of all or some devices of a plant, built by a job; identical requests share one file.
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_FILE_DAYS, MAX_FILE_DEVICE_DAYS } from '@heliograph/contract/limits.ts';
import { accessibleSite } from '../../../../access/accessibleSite.ts';
import { seesDevices } from '../../../../access/pageModules.ts';
import { assertHasBegun } from '../../../../energy/charts/chartPeriods.ts';
import { inTableOrder } from '../../../../families/chartLines.ts';
import { localDay } from '../../../../platform/calendar/rules/localDays.ts';
import { asFileName } from '../../../../platform/files/fileNames.ts';
import type { Handler } from '../../../../platform/handler.ts';
import { daysOfFile, nameOfFile } from '../../../../readings/historyFile.ts';
import { chosenDevices, plantDevices } from '../../../../readings/plantDevices.ts';
import { requestFile } from '../../../../readings/requestFile.ts';

export const siteHistoryFilesAsk: Handler<'site/history/files/ask'> = async (request, caller) => {
  const { sid, start, end = start, format } = request;
  const sns = [...new Set(request.sns)].sort();
  const days = daysOfFile({ start, end });
  if (days > MAX_FILE_DAYS) throw new ApiError('rangeTooLong', { days: MAX_FILE_DAYS });
  const site = await accessibleSite(caller, sid);
  const all = seesDevices(caller.session) ? await plantDevices(caller.sql, site, start) : [];
  const deviceCount = chosenDevices(all, sns).length;
  if (deviceCount === 0 || deviceCount < sns.length) throw new ApiError('deviceNotFound');
  assertHasBegun(start, localDay(caller.at.getTime(), site.timezone));
  const deviceDays = deviceCount * days;
  if (deviceDays > MAX_FILE_DEVICE_DAYS) {
    const mostDays = Math.floor(MAX_FILE_DEVICE_DAYS / deviceCount);
    throw new ApiError('tooManyDeviceDays', { devices: deviceCount, days, mostDays });
  }
  const quantities = inTableOrder(request.quantities);
  const name = nameOfFile(asFileName(site.name), { start, end, format });
  return await requestFile(
    { sid, sn: null, sns, deviceCount, start, end, days: deviceDays, format, quantities, name },
    caller,
  );
};
