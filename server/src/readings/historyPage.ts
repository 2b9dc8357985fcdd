// Reads a page of a device's samples of a range of days, as they were measured.
import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_HISTORY_DAYS } from '@heliograph/contract/limits.ts';
import type { Device } from '../access/accessibleDevice.ts';
import type { CallContext } from '../context.ts';
import { assertHasBegun } from '../energy/charts/chartPeriods.ts';
import { inReadingOrder } from '../families/chartLines.ts';
import { profileOf } from '../families/families.ts';
import { headOf } from '../families/quantityTexts.ts';
import { type Day, dayEndMs, dayStartMs, daysBetween, localDay } from '../platform/calendar/rules/localDays.ts';
import { isoAt } from '../platform/calendar/times.ts';
import { readPage } from '../samples/readPage.ts';
import { clockText, plainNumber, statusTextsIn } from './historyRows.ts';

export async function historyOf(
  { sid, sn, timezone, frameProfile }: Device,
  { start, end = start, page, sort }: Omit<ParsedRequest<'device/history'>, 'sid' | 'sn'>,
  { sql, language, at }: Pick<CallContext, 'sql' | 'language' | 'at'>,
): Promise<Response<'device/history'>> {
  if (end < start) throw new ApiError('timeReversed');
  if (daysBetween(start, end) >= MAX_HISTORY_DAYS) throw new ApiError('rangeTooLong', { days: MAX_HISTORY_DAYS });
  assertHasBegun(start, localDay(at.getTime(), timezone));
  const damaged = new Set<Day>();
  const window = { sid, sn, fromMs: dayStartMs(start, timezone), toMs: dayEndMs(end, timezone) };
  const isDescending = sort[0]?.descending ?? true;
  const request = { from: page.size * page.num, size: page.size, isFromNewest: isDescending };
  const read = await readPage(sql, window, request, ({ day }) => {
    if (day >= start && day <= end) damaged.add(day);
  });
  const { atMs, statusBits, mode, imported, values } = read.columns;
  const names = inReadingOrder([...read.names]);
  const { modes } = profileOf(frameProfile);
  const statusOf = statusTextsIn(language);
  const list = Array.from(atMs, (ms, row) => {
    const iso = isoAt(ms, timezone);
    const bits = statusBits[row]!;
    return {
      atMs: ms,
      iso,
      time: clockText(iso),
      code: bits.toString(16).toUpperCase().padStart(4, '0'),
      statusTitle: statusOf(bits),
      mode: modes[mode[row]!] ?? '',
      imported: imported[row] === 1,
      values: names.map((name) => plainNumber(values[name]?.[row] ?? Number.NaN)),
    };
  });
  return {
    columns: names.map((name) => ({ name, ...headOf(name, language) })),
    list: isDescending ? list.toReversed() : list,
    total: read.total,
    damaged: [...damaged].toSorted(),
  };
}
