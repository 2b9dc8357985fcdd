// A page of a device's samples of some days, as they were measured.
import type { Asked, Response } from '@heliograph/contract/calls.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { MOST_HISTORY_DAYS } from '@heliograph/contract/limits.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { Caller } from '../context.ts';
import { profileOf } from '../families/families.ts';
import { inTableOrder } from '../families/lines.ts';
import { type Day, dayEndMs, dayStartMs, daysBetween } from '../rules/localDays.ts';
import { readWindow } from '../samples/readWindow.ts';
import type { SampleColumns } from '../samples/samples.ts';
import type { Device } from '../sql/visibleDevice.ts';
import { clockText, headOf, plainNumber, statusWordsIn } from '../wire/historyRows.ts';
import { isoAt } from '../wire/times.ts';

export async function historyOf(
  { sid, sn, timezone, frameProfile }: Device,
  { start, end = start, page, sort }: Omit<Asked<'device/history'>, 'sid' | 'sn'>,
  { sql, language }: Pick<Caller, 'sql' | 'language'>,
): Promise<Response<'device/history'>> {
  if (end < start) throw new Refusal('timeReversed');
  if (daysBetween(start, end) >= MOST_HISTORY_DAYS) throw new Refusal('rangeTooLong', { days: MOST_HISTORY_DAYS });
  const damaged = new Set<Day>();
  const window = { sid, sn, fromMs: dayStartMs(start, timezone), toMs: dayEndMs(end, timezone) };
  const pieces = await readWindow(sql, window, ({ day }) => {
    if (day >= start && day <= end) damaged.add(day);
  });
  const names = inTableOrder(pieces.flatMap(({ values }) => Object.keys(values) as QuantityName[]));
  const total = pieces.reduce((sum, { atMs }) => sum + atMs.length, 0);
  const isDescending = sort[0]?.descending ?? true;
  const { modes } = profileOf(frameProfile);
  const statusOf = statusWordsIn(language);
  const from = page.size * page.num;
  const list = Array.from({ length: Math.max(0, Math.min(page.size, total - from)) }, (_, n) => {
    const { piece, row } = placeOf(pieces, isDescending ? total - 1 - from - n : from + n);
    const iso = isoAt(piece.atMs[row]!, timezone);
    const bits = piece.statusBits[row]!;
    return {
      atMs: piece.atMs[row]!,
      iso,
      time: clockText(iso),
      code: bits.toString(16).toUpperCase().padStart(4, '0'),
      statusTitle: statusOf(bits),
      mode: modes[piece.mode[row]!] ?? '',
      imported: piece.imported[row] === 1,
      values: names.map((name) => plainNumber(piece.values[name]?.[row] ?? Number.NaN)),
    };
  });
  return {
    columns: names.map((name) => ({ name, ...headOf(name, language) })),
    list,
    total,
    damaged: [...damaged].toSorted(),
  };
}

/** Where a sample stands, counted over all pieces. */
function placeOf(pieces: readonly SampleColumns[], index: number): { piece: SampleColumns; row: number } {
  let row = index;
  for (const piece of pieces) {
    if (row < piece.atMs.length) return { piece, row };
    row -= piece.atMs.length;
  }
  throw new RangeError(`no sample ${index}`);
}
