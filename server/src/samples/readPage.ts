// Some of a device's samples by their place among all of a range, which may be a year: of the others only when they were is read.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { Transaction } from '../db/connect.ts';
import { decodeHead, emptyColumns, type SampleColumns } from './block.ts';
import { Damaged } from './bytes.ts';
import { cutColumns, type Damage, hotColumns, joinColumns, mergeColumns, sliceColumns, tellDamage } from './parts.ts';
import { readWindow } from './readWindow.ts';
import { type Range, storedOf } from './samples.ts';

/** Days whose instants are in memory at once. */
const DAYS_AT_ONCE = 40;
/** Of every hundredth sample it is kept when it was: where a page begins is found by them. */
const MARK_EACH = 100;

export interface SamplePage {
  /** In order of time. */
  columns: SampleColumns;
  /** Samples of the whole range. */
  total: number;
  /** Quantities that any of them has. */
  names: ReadonlySet<QuantityName>;
}

/** `from` counts from the oldest, or from the newest of all: the page is the same one whatever comes after it. */
export async function readPage(
  tx: Transaction,
  range: Range,
  { from, size, isFromNewest }: { from: number; size: number; isFromNewest: boolean },
  damaged: (damage: Damage) => void,
): Promise<SamplePage> {
  const { total, marks, names } = await surveyOf(tx, range, damaged);
  const first = Math.max(0, isFromNewest ? total - from - size : from);
  const end = Math.min(total, isFromNewest ? total - from : from + size);
  if (end <= first) return { columns: emptyColumns(), total, names };
  const mark = Math.floor(first / MARK_EACH);
  const fromMs = marks[mark]!;
  const toMs = marks[Math.ceil(end / MARK_EACH)] ?? range.toMs;
  const read = joinColumns(await readWindow(tx, { ...range, fromMs, toMs }, damaged));
  const before = mark * MARK_EACH;
  return { columns: sliceColumns(read, first - before, Math.min(end - before, read.atMs.length)), total, names };
}

interface Survey {
  total: number;
  /** Instants of samples 0, 100, 200 ... */
  marks: number[];
  names: Set<QuantityName>;
}

async function surveyOf(tx: Transaction, range: Range, damaged: (damage: Damage) => void): Promise<Survey> {
  const { sid, sn } = range;
  const survey: Survey = { total: 0, marks: [], names: new Set() };
  for await (const { parts, fromMs, toMs } of storedOf(tx, range, 'all', DAYS_AT_ONCE)) {
    const blocks: SampleColumns[] = [];
    let hot: SampleColumns | null = null;
    const take = (columns: SampleColumns, names: readonly QuantityName[]): void => {
      if (columns.atMs[0]! < toMs && columns.atMs.at(-1)! >= fromMs) for (const name of names) survey.names.add(name);
    };
    for (const part of parts) {
      if (part.power === null) continue;
      if (part.day === null) {
        hot = hotColumns(part.power, 'all');
        take(hot, Object.keys(hot.values) as QuantityName[]);
        continue;
      }
      try {
        const { columns, names } = decodeHead({ ...part, power: part.power });
        take(columns, names);
        blocks.push(columns);
      } catch (error) {
        if (!(error instanceof Damaged)) throw error;
        const damage = { sid, sn, day: part.day, reason: error.message };
        tellDamage(damage);
        damaged(damage);
      }
    }
    blocks.sort((left, right) => left.atMs[0]! - right.atMs[0]!);
    const { atMs } = cutColumns(mergeColumns(hot ? [...blocks, { ...hot, values: {} }] : blocks), fromMs, toMs);
    for (let row = (MARK_EACH - (survey.total % MARK_EACH)) % MARK_EACH; row < atMs.length; row += MARK_EACH)
      survey.marks.push(atMs[row]!);
    survey.total += atMs.length;
  }
  return survey;
}
