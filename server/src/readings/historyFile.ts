// Streams a device's samples of a range of days as a file, read a few days at a time as the client consumes them.
import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { HISTORY_FORMATS, type HistoryFormat } from '@heliograph/contract/entities/historyFiles.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_DOWNLOAD_DAYS } from '@heliograph/contract/limits.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { accessibleDevice, type Device } from '../access/accessibleDevice.ts';
import type { ManualReadContext } from '../context.ts';
import { inTableOrder } from '../families/chartLines.ts';
import type { SayingDevice } from '../families/families.ts';
import { type Day, daysBetween } from '../platform/calendar/rules/localDays.ts';
import { countAttempt } from '../platform/limits/rateLimits.ts';
import { contentOf } from './historyFormats.ts';
import { readDays } from './historyParts.ts';
import { columnsOfAll } from './plantDevices.ts';

/** Creates a download of a device that the caller has found among the accessible ones. */
export async function historyFile(
  device: Device,
  request: Omit<ParsedRequest<'device/history/download'>, 'sid' | 'sn'>,
  call: ManualReadContext,
): Promise<Response<'device/history/download'>> {
  const { context, session, at, language } = call;
  const { start, end = start, format } = request;
  const days = daysOfFile({ start, end });
  if (days > MAX_DOWNLOAD_DAYS)
    throw new ApiError('badRequest', { field: 'end', reason: `at most ${MAX_DOWNLOAD_DAYS} days` });
  const names = namesOfFile([device], request.quantities);
  await countAttempt(context, 'downloads', session.userId, days);
  const releaseSlot = context.downloads.tryAcquire(session.userId, at.getTime());
  if (!releaseSlot) throw new ApiError('tooManyRequests', { seconds: 10 });
  const { sid, sn, timezone } = device;
  const table = { title: sn, devices: [sn], withSn: false, timezone, names, language, start, end };
  const content = contentOf(format, table, (_sn, from, to) =>
    call.read(async (sql) => {
      // Checked again for every part: a share may end during a download.
      await accessibleDevice({ sql, session, at }, { sid, sn });
      return await readDays(sql, device, from, to);
    }),
  );
  return {
    name: nameOfFile(sn, { start, end, format }),
    type: HISTORY_FORMATS[format],
    content: releaseAtEnd(content, releaseSlot),
  };
}

export function daysOfFile({ start, end }: { start: Day; end: Day }): number {
  if (end < start) throw new ApiError('timeReversed');
  return daysBetween(start, end) + 1;
}

/** Returns the chosen quantities, whether or not a device reports them; all that any reports when none is chosen. */
export const namesOfFile = (devices: readonly SayingDevice[], chosen: readonly QuantityName[]): QuantityName[] =>
  chosen.length === 0 ? columnsOfAll(devices) : inTableOrder(chosen);

/** `subject`: a serial number or the name of a plant. */
export const nameOfFile = (
  subject: string,
  { start, end, format }: { start: Day; end: Day; format: HistoryFormat },
): string => `${subject}_${start === end ? start : `${start}_${end}`}.${format}`;

/** Releases the download slot however the file ends. */
async function* releaseAtEnd<T>(content: AsyncGenerator<T>, releaseSlot: () => void): AsyncGenerator<T> {
  try {
    yield* content;
  } finally {
    releaseSlot();
  }
}
