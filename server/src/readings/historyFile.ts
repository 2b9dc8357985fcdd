// A device's samples of some days as a file, read some days at a time, as fast as they are taken.
import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { HISTORY_FORMATS, type HistoryFormat } from '@heliograph/contract/entities/historyFiles.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { MAX_DOWNLOAD_DAYS } from '@heliograph/contract/limits.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { accessibleDevice, type Device } from '../access/accessibleDevice.ts';
import type { ManualReadContext } from '../context.ts';
import { inTableOrder } from '../families/chartLines.ts';
import { columnsOf } from '../families/families.ts';
import { type Day, daysBetween } from '../platform/calendar/rules/localDays.ts';
import { countAttempt } from '../platform/limits/rateLimits.ts';
import { contentOf } from './historyFormats.ts';
import { readDays } from './historyParts.ts';

/** The device was found among the visible ones. */
export async function historyFile(
  device: Device,
  asked: Omit<ParsedRequest<'device/history/download'>, 'sid' | 'sn'>,
  caller: ManualReadContext,
): Promise<Response<'device/history/download'>> {
  const { context, session, at, language } = caller;
  const { start, end = start, format } = asked;
  const days = daysOfFile({ start, end });
  if (days > MAX_DOWNLOAD_DAYS)
    throw new Refusal('badRequest', { field: 'end', reason: `at most ${MAX_DOWNLOAD_DAYS} days` });
  const names = namesOfFile(device, asked.quantities);
  await countAttempt(context, 'downloads', session.userId, days);
  const leave = context.downloads.tryAcquire(session.userId, at.getTime());
  if (!leave) throw new Refusal('tooManyRequests', { seconds: 10 });
  const { sid, sn, timezone } = device;
  const content = contentOf(format, { sn, timezone, names, language, start, end }, (from, to) =>
    caller.read(async (sql) => {
      // As it is to be seen now: a share may end while somebody downloads.
      await accessibleDevice({ sql, session, at }, { sid, sn });
      return await readDays(sql, device, from, to);
    }),
  );
  return {
    name: nameOfFile(sn, { start, end, format }),
    type: HISTORY_FORMATS[format],
    content: leaving(content, leave),
  };
}

export function daysOfFile({ start, end }: { start: Day; end: Day }): number {
  if (end < start) throw new Refusal('timeReversed');
  return daysBetween(start, end) + 1;
}

/** Those that are chosen, whether or not the device tells them; all that it tells when none is. */
export const namesOfFile = (
  device: Parameters<typeof columnsOf>[0],
  chosen: readonly QuantityName[],
): QuantityName[] => (chosen.length === 0 ? columnsOf(device) : inTableOrder(chosen));

export const nameOfFile = (
  sn: string,
  { start, end, format }: { start: Day; end: Day; format: HistoryFormat },
): string => `${sn}_${start === end ? start : `${start}_${end}`}.${format}`;

/** The place is given back however the file ends. */
async function* leaving<T>(content: AsyncGenerator<T>, leave: () => void): AsyncGenerator<T> {
  try {
    yield* content;
  } finally {
    leave();
  }
}
