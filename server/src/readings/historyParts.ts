// Reads a device's samples of a range of days in parts, for writers of files: a few days at a time, fewer while there are many samples.
import { setImmediate } from 'node:timers/promises';
import { addDays, type Day, dayEndMs, dayStartMs } from '../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { Damage } from '../samples/parts.ts';
import { readWindow } from '../samples/readWindow.ts';
import type { SampleColumns } from '../samples/samples.ts';

/** Maximum days of one read: fewer while a read has many samples, more while it has few. */
const MAX_BATCH_DAYS = 16;
const MANY_SAMPLES = 20_000;
const FEW_SAMPLES = 5_000;
/** Samples of one part, after which other requests may run. */
const PART_ROWS = 500;

export interface ReadDays {
  pieces: SampleColumns[];
  damaged: Day[];
}

/** Some samples of a device, `to` not included; or a day whose stored samples cannot be read, in its place. */
export type HistoryPart = { sn: string } & ({ samples: SampleColumns; from: number; to: number } | { damaged: Day });

export async function readDays(
  sql: Transaction,
  { sid, sn, timezone }: { sid: string; sn: string; timezone: string },
  from: Day,
  to: Day,
): Promise<ReadDays> {
  const damaged = new Set<Day>();
  const addDamage = ({ day }: Damage): void => {
    if (day >= from && day <= to) damaged.add(day);
  };
  const window = { sid, sn, fromMs: dayStartMs(from, timezone), toMs: dayEndMs(to, timezone) };
  const pieces = await readWindow(sql, window, addDamage);
  return { pieces, damaged: [...damaged].toSorted() };
}

/** Yields the parts of several devices, one device after the other. */
export async function* historyParts(
  { devices, start, end }: { devices: readonly string[]; start: Day; end: Day },
  read: (sn: string, from: Day, to: Day) => Promise<ReadDays>,
): AsyncGenerator<HistoryPart> {
  for (const sn of devices) yield* deviceParts(sn, { start, end }, (from, to) => read(sn, from, to));
}

async function* deviceParts(
  sn: string,
  { start, end }: { start: Day; end: Day },
  read: (from: Day, to: Day) => Promise<ReadDays>,
): AsyncGenerator<HistoryPart> {
  let batchDays = 1;
  for (let day = start; day <= end; ) {
    const lastDay = addDays(day, batchDays - 1) < end ? addDays(day, batchDays - 1) : end;
    const { pieces, damaged } = await read(day, lastDay);
    // Read day by day, so that a damaged day is reported in its place.
    if (damaged.length > 0 && lastDay > day) {
      batchDays = 1;
      continue;
    }
    let count = 0;
    for (const samples of pieces) {
      count += samples.atMs.length;
      for (let from = 0; from < samples.atMs.length; from += PART_ROWS) {
        yield { sn, samples, from, to: Math.min(from + PART_ROWS, samples.atMs.length) };
        await setImmediate();
      }
    }
    for (const damagedDay of damaged) yield { sn, damaged: damagedDay };
    day = addDays(lastDay, 1);
    if (count > MANY_SAMPLES) batchDays = Math.max(1, batchDays >> 1);
    else if (count < FEW_SAMPLES) batchDays = Math.min(MAX_BATCH_DAYS, batchDays * 2);
  }
}
