// A device's samples of a range of days in parts, for who writes them down: some days are read at a time, few while there are many samples.
import { setImmediate } from 'node:timers/promises';
import { addDays, type Day, dayEndMs, dayStartMs } from '../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { Damage } from '../samples/parts.ts';
import { readWindow } from '../samples/readWindow.ts';
import type { SampleColumns } from '../samples/samples.ts';

/** Days that are read at once: few while there are many samples, more while there are few. */
const MAX_AT_ONCE = 16;
const MANY_SAMPLES = 20_000;
const FEW_SAMPLES = 5_000;
/** Samples of one part, after which other requests go on. */
const ROWS_AT_ONCE = 500;

export interface ReadDays {
  pieces: SampleColumns[];
  damaged: Day[];
}

/** Some samples, `to` not included; or a day of which stored samples cannot be read, in its place. */
export type HistoryPart = { samples: SampleColumns; from: number; to: number } | { damaged: Day };

export async function readDays(
  sql: Transaction,
  { sid, sn, timezone }: { sid: string; sn: string; timezone: string },
  from: Day,
  to: Day,
): Promise<ReadDays> {
  const damaged = new Set<Day>();
  const note = ({ day }: Damage): void => {
    if (day >= from && day <= to) damaged.add(day);
  };
  const window = { sid, sn, fromMs: dayStartMs(from, timezone), toMs: dayEndMs(to, timezone) };
  const pieces = await readWindow(sql, window, note);
  return { pieces, damaged: [...damaged].toSorted() };
}

export async function* historyParts(
  { start, end }: { start: Day; end: Day },
  read: (from: Day, to: Day) => Promise<ReadDays>,
): AsyncGenerator<HistoryPart> {
  let atOnce = 1;
  for (let day = start; day <= end; ) {
    const lastDay = addDays(day, atOnce - 1) < end ? addDays(day, atOnce - 1) : end;
    const { pieces, damaged } = await read(day, lastDay);
    // Day by day, so that what is missing is told in its place.
    if (damaged.length > 0 && lastDay > day) {
      atOnce = 1;
      continue;
    }
    let count = 0;
    for (const samples of pieces) {
      count += samples.atMs.length;
      for (let from = 0; from < samples.atMs.length; from += ROWS_AT_ONCE) {
        yield { samples, from, to: Math.min(from + ROWS_AT_ONCE, samples.atMs.length) };
        await setImmediate();
      }
    }
    for (const one of damaged) yield { damaged: one };
    day = addDays(lastDay, 1);
    if (count > MANY_SAMPLES) atOnce = Math.max(1, atOnce >> 1);
    else if (count < FEW_SAMPLES) atOnce = Math.min(MAX_AT_ONCE, atOnce * 2);
  }
}
