// device/history/download: a device's samples of some days as CSV, read some days at a time, as fast as they are taken.
import { CSV_MARK } from '@heliograph/contract/csv.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { MOST_DOWNLOAD_DAYS } from '@heliograph/contract/limits.ts';
import type { Handler } from '../../../handler.ts';
import { countTry } from '../../../limits.ts';
import { addDays, type Day, dayEndMs, dayStartMs, daysBetween } from '../../../rules/localDays.ts';
import type { Damage } from '../../../samples/parts.ts';
import { readWindow } from '../../../samples/readWindow.ts';
import type { SampleColumns } from '../../../samples/samples.ts';
import { type Device, visibleDevice } from '../../../sql/visibleDevice.ts';
import { damagedLine, headLine, sampleLines } from '../../../wire/historyCsv.ts';
import { columnsFor } from '../../../wire/historyRows.ts';

/** Days that are read at once: few while there are many samples, more while there are few. */
const MOST_AT_ONCE = 16;
const MANY_SAMPLES = 20_000;
const FEW_SAMPLES = 5_000;
/** Lines that are sent at once. */
const LINES_AT_ONCE = 500;

type Caller = Parameters<Handler<'device/history/download'>>[1];

export const deviceHistoryDownload: Handler<'device/history/download'> = async (request, caller) => {
  const { context, read, session, at } = caller;
  const { start, end = start } = request;
  if (end < start) throw new Refusal('timeReversed');
  const days = daysBetween(start, end) + 1;
  if (days > MOST_DOWNLOAD_DAYS)
    throw new Refusal('badRequest', { field: 'end', reason: `at most ${MOST_DOWNLOAD_DAYS} days` });
  const device = await read((sql) => visibleDevice({ sql, session, at }, request));
  await countTry(context, 'downloads', session.userId, days);
  const leave = context.downloads.take(session.userId, at.getTime());
  if (!leave) throw new Refusal('tooManyRequests');
  return {
    name: `${device.sn}_${start === end ? start : `${start}_${end}`}.csv`,
    type: 'text/csv; charset=utf-8',
    content: leaving(linesOf(device, { start, end }, caller), leave),
  };
};

/** The place is given back however the file ends. */
async function* leaving(lines: AsyncGenerator<string>, leave: () => void): AsyncGenerator<string> {
  try {
    yield* lines;
  } finally {
    leave();
  }
}

async function* linesOf(
  device: Device,
  { start, end }: { start: Day; end: Day },
  caller: Caller,
): AsyncGenerator<string> {
  const place = { timezone: device.timezone, language: caller.language };
  const names = columnsFor(device.inputs);
  yield `${CSV_MARK}${headLine(names, place)}\r\n`;
  let atOnce = 1;
  for (let day = start; day <= end; ) {
    const lastDay = addDays(day, atOnce - 1) < end ? addDays(day, atOnce - 1) : end;
    const { pieces, damaged } = await readDays(device, day, lastDay, caller);
    // Day by day, so that what is missing is told in its place.
    if (damaged.length > 0 && lastDay > day) {
      atOnce = 1;
      continue;
    }
    let samples = 0;
    for (const piece of pieces) {
      samples += piece.atMs.length;
      for (let row = 0; row < piece.atMs.length; row += LINES_AT_ONCE) {
        const some = { from: row, to: Math.min(row + LINES_AT_ONCE, piece.atMs.length) };
        const lines = sampleLines(piece, some, names, place);
        yield `${lines.join('\r\n')}\r\n`;
      }
    }
    for (const one of damaged) yield `${damagedLine(one, names, place)}\r\n`;
    day = addDays(lastDay, 1);
    if (samples > MANY_SAMPLES) atOnce = Math.max(1, atOnce >> 1);
    else if (samples < FEW_SAMPLES) atOnce = Math.min(MOST_AT_ONCE, atOnce * 2);
  }
}

/** Of the device as it is to be seen now: a share may end while somebody downloads. */
async function readDays(
  { sid, sn, timezone }: Device,
  from: Day,
  to: Day,
  { read, session, at }: Caller,
): Promise<{ pieces: SampleColumns[]; damaged: Day[] }> {
  const damaged = new Set<Day>();
  const note = ({ day }: Damage): void => {
    if (day >= from && day <= to) damaged.add(day);
  };
  const pieces = await read(async (sql) => {
    await visibleDevice({ sql, session, at }, { sid, sn });
    const window = { sid, sn, fromMs: dayStartMs(from, timezone), toMs: dayEndMs(to, timezone) };
    return await readWindow(sql, window, note);
  });
  return { pieces, damaged: [...damaged].toSorted() };
}
