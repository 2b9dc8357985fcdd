// Some of a device's samples by their place among all of a range, which may be a year: of most days only how many they have is read.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { decodeBlock, decodeHead, emptyColumns, type SampleColumns } from './block.ts';
import { Damaged } from './bytes.ts';
import {
  cutColumns,
  type Damage,
  firstAtOrAfter,
  hotColumns,
  joinColumns,
  mergeColumns,
  type Part,
  reportDamage,
  sliceColumns,
} from './parts.ts';
import { readWindow } from './readWindow.ts';
import { type Range, storedOf } from './samples.ts';

/** Days that are in memory at once. */
const DAYS_AT_ONCE = 40;
/** Of rows that are looked at one by one. */
const MARK_EACH = 100;
const HOUR_MS = 3_600_000;
/** No day is longer, and days that follow each other do not begin closer. */
const MAX_DAY_MS = 26 * HOUR_MS;
const LEAST_DAY_MS = 23 * HOUR_MS;

export interface SamplePage {
  /** In order of time. */
  columns: SampleColumns;
  /** Samples of the whole range. */
  total: number;
  /** Quantities that any of them has. */
  names: ReadonlySet<QuantityName>;
}

interface Asked {
  from: number;
  size: number;
  isFromNewest: boolean;
}

type Told = (damage: Damage) => void;

/** `from` counts from the oldest, or from the newest of all: the page is the same one whatever comes after it. */
export async function readPage(tx: Transaction, range: Range, asked: Asked, damaged: Told): Promise<SamplePage> {
  return (
    (await pageBy(await surveyOf(tx, range, false, damaged), tx, range, asked, damaged)) ??
    (await pageBy(await surveyOf(tx, range, true, damaged), tx, range, asked, damaged))!
  );
}

/** Null: what lies between two marks is not what was counted, as days that were sealed in other zones overlap. */
async function pageBy(
  { total, marks, names, isExact }: Survey,
  tx: Transaction,
  range: Range,
  { from, size, isFromNewest }: Asked,
  damaged: Told,
): Promise<SamplePage | null> {
  const first = Math.max(0, isFromNewest ? total - from - size : from);
  const end = Math.min(total, isFromNewest ? total - from : from + size);
  if (end <= first) return { columns: emptyColumns(), total, names };
  const begin = marks.findLast(({ row }) => row <= first)!;
  const after = marks.find(({ row }) => row >= end) ?? { row: total, ms: range.toMs };
  const read = joinColumns(await readWindow(tx, { ...range, fromMs: begin.ms, toMs: after.ms }, damaged));
  if (!isExact && read.atMs.length !== after.row - begin.row) return null;
  return {
    columns: sliceColumns(read, first - begin.row, Math.min(end - begin.row, read.atMs.length)),
    total,
    names,
  };
}

interface Survey {
  total: number;
  /** When some of the samples were, by their place. */
  marks: { row: number; ms: number }[];
  names: Set<QuantityName>;
  isExact: boolean;
}

interface Head {
  part: Part & { power: Uint8Array };
  count: number;
  firstMs: number;
  names: readonly QuantityName[];
}

/** `isExact`: every sample's instant is looked at; else that of those alone which may lie beside hot rows or beyond the range. */
async function surveyOf(tx: Transaction, range: Range, isExact: boolean, damaged: Told): Promise<Survey> {
  const survey: Survey = { total: 0, marks: [], names: new Set(), isExact };
  for await (const { parts, fromMs, toMs } of storedOf(tx, range, 'all', DAYS_AT_ONCE)) {
    const heads = headsOf(parts, range, damaged);
    const packed = parts.find(({ day }) => day === null)?.power;
    const hot = packed ? hotColumns(packed, 'all') : null;
    const whole: Head[] = [];
    const loose: SampleColumns[] = [];
    const take = (columns: SampleColumns, names: readonly QuantityName[]): void => {
      if (columns.atMs[0]! < toMs && columns.atMs.at(-1)! >= fromMs) for (const name of names) survey.names.add(name);
      loose.push({ ...columns, values: {} });
    };
    for (const [place, head] of heads.entries()) {
      const { firstMs, names, part } = head;
      const isAlone =
        firstMs >= fromMs &&
        firstMs + MAX_DAY_MS < toMs &&
        firstMs - (heads[place - 1]?.firstMs ?? Number.NEGATIVE_INFINITY) >= LEAST_DAY_MS &&
        (heads[place + 1]?.firstMs ?? Number.POSITIVE_INFINITY) - firstMs >= LEAST_DAY_MS &&
        !hasWithin(hot, firstMs, firstMs + MAX_DAY_MS);
      if (isAlone && !isExact) {
        whole.push(head);
        for (const name of names) survey.names.add(name);
      } else {
        const columns = unlessDamaged(range, part.day!, damaged, () => decodeBlock(part, []));
        if (columns) take(columns, names);
      }
    }
    if (hot) take(hot, Object.keys(hot.values) as QuantityName[]);
    count(survey, whole, cutColumns(mergeColumns(loose), fromMs, toMs).atMs);
  }
  return survey;
}

/** In order of time. */
function headsOf(parts: readonly Part[], range: Range, damaged: Told): Head[] {
  const heads: Head[] = [];
  for (const part of parts) {
    if (part.day === null || part.power === null) continue;
    const own = { ...part, power: part.power };
    const head = unlessDamaged(range, part.day, damaged, () => decodeHead(own));
    if (head) heads.push({ part: own, ...head });
  }
  return heads.sort((left, right) => left.firstMs - right.firstMs);
}

/** Null: it is damaged, and that has been told. */
function unlessDamaged<T>({ sid, sn }: Range, day: string, damaged: Told, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    reportDamage({ sid, sn, day, reason: error.message }, damaged);
    return null;
  }
}

function hasWithin(hot: SampleColumns | null, fromMs: number, toMs: number): boolean {
  if (!hot) return false;
  const row = firstAtOrAfter(hot.atMs, fromMs);
  return row < hot.atMs.length && hot.atMs[row]! < toMs;
}

/** Whole days and single rows in order of time: a mark at each day, at the first row after one, and at each hundredth. */
function count(survey: Survey, whole: readonly Head[], atMs: Float64Array): void {
  let row = 0;
  let sinceMark = MARK_EACH;
  const rowsUpTo = (ms: number): void => {
    for (; row < atMs.length && atMs[row]! < ms; row++, survey.total++, sinceMark++) {
      if (sinceMark < MARK_EACH) continue;
      survey.marks.push({ row: survey.total, ms: atMs[row]! });
      sinceMark = 0;
    }
  };
  for (const { firstMs, count } of whole) {
    rowsUpTo(firstMs);
    survey.marks.push({ row: survey.total, ms: firstMs });
    survey.total += count;
    sinceMark = MARK_EACH;
  }
  rowsUpTo(Number.POSITIVE_INFINITY);
}
