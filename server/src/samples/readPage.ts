// Reads one page of a device's samples in a range, which may be a year: of most days only the number of samples is read.
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

/** Days that are held in memory at the same time. */
const BATCH_DAYS = 40;
/** Rows between two marks, among rows that are counted one by one. */
const MARK_INTERVAL = 100;
const HOUR_MS = 3_600_000;
/** The longest day, and the shortest time between the starts of consecutive days. */
const MAX_DAY_MS = 26 * HOUR_MS;
const MIN_DAY_MS = 23 * HOUR_MS;

export interface SamplePage {
  /** In order of time. */
  columns: SampleColumns;
  /** Samples of the whole range. */
  total: number;
  /** Quantities that any of them contains. */
  names: ReadonlySet<QuantityName>;
}

interface PageRequest {
  from: number;
  size: number;
  isFromNewest: boolean;
}

type DamageListener = (damage: Damage) => void;

/**
 * Reads a page; `from` counts from the oldest sample of the range, or with `isFromNewest` from its newest. A page does not
 * depend on the samples that follow it in that order.
 */
export async function readPage(
  tx: Transaction,
  range: Range,
  request: PageRequest,
  onDamage: DamageListener,
): Promise<SamplePage> {
  return (
    (await pageBy(await surveyOf(tx, range, false, onDamage), tx, range, request, onDamage)) ??
    (await pageBy(await surveyOf(tx, range, true, onDamage), tx, range, request, onDamage))!
  );
}

/** Returns null when the rows between two marks differ from the count, as days that were sealed in other time zones overlap. */
async function pageBy(
  { total, marks, names, isExact }: Survey,
  tx: Transaction,
  range: Range,
  { from, size, isFromNewest }: PageRequest,
  onDamage: DamageListener,
): Promise<SamplePage | null> {
  const first = Math.max(0, isFromNewest ? total - from - size : from);
  const end = Math.min(total, isFromNewest ? total - from : from + size);
  if (end <= first) return { columns: emptyColumns(), total, names };
  const begin = marks.findLast(({ row }) => row <= first)!;
  const after = marks.find(({ row }) => row >= end) ?? { row: total, ms: range.toMs };
  const read = joinColumns(await readWindow(tx, { ...range, fromMs: begin.ms, toMs: after.ms }, onDamage));
  if (!isExact && read.atMs.length !== after.row - begin.row) return null;
  return {
    columns: sliceColumns(read, first - begin.row, Math.min(end - begin.row, read.atMs.length)),
    total,
    names,
  };
}

interface Survey {
  total: number;
  /** Instants of some of the samples by their row number in the range. */
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

/** Counts the samples of a range. `isExact`: reads every sample's instant; else only those of days that may overlap hot rows or the range's ends. */
async function surveyOf(tx: Transaction, range: Range, isExact: boolean, onDamage: DamageListener): Promise<Survey> {
  const survey: Survey = { total: 0, marks: [], names: new Set(), isExact };
  for await (const { parts, fromMs, toMs } of storedOf(tx, range, 'all', BATCH_DAYS)) {
    const heads = headsOf(parts, range, onDamage);
    const packed = parts.find(({ day }) => day === null)?.power;
    const hot = packed ? hotColumns(packed, 'all') : null;
    const whole: Head[] = [];
    const single: SampleColumns[] = [];
    const addSingle = (columns: SampleColumns, names: readonly QuantityName[]): void => {
      if (columns.atMs[0]! < toMs && columns.atMs.at(-1)! >= fromMs) for (const name of names) survey.names.add(name);
      single.push({ ...columns, values: {} });
    };
    for (const [index, head] of heads.entries()) {
      const { firstMs, names, part } = head;
      const isAlone =
        firstMs >= fromMs &&
        firstMs + MAX_DAY_MS < toMs &&
        firstMs - (heads[index - 1]?.firstMs ?? Number.NEGATIVE_INFINITY) >= MIN_DAY_MS &&
        (heads[index + 1]?.firstMs ?? Number.POSITIVE_INFINITY) - firstMs >= MIN_DAY_MS &&
        !hasWithin(hot, firstMs, firstMs + MAX_DAY_MS);
      if (isAlone && !isExact) {
        whole.push(head);
        for (const name of names) survey.names.add(name);
      } else {
        const columns = unlessDamaged(range, part.day!, onDamage, () => decodeBlock(part, []));
        if (columns) addSingle(columns, names);
      }
    }
    if (hot) addSingle(hot, Object.keys(hot.values) as QuantityName[]);
    count(survey, whole, cutColumns(mergeColumns(single), fromMs, toMs).atMs);
  }
  return survey;
}

/** Returns the heads of the blocks, in order of time. */
function headsOf(parts: readonly Part[], range: Range, onDamage: DamageListener): Head[] {
  const heads: Head[] = [];
  for (const part of parts) {
    if (part.day === null || part.power === null) continue;
    const block = { ...part, power: part.power };
    const head = unlessDamaged(range, part.day, onDamage, () => decodeHead(block));
    if (head) heads.push({ part: block, ...head });
  }
  return heads.sort((left, right) => left.firstMs - right.firstMs);
}

/** Returns null for a damaged block, after reporting it. */
function unlessDamaged<T>({ sid, sn }: Range, day: string, onDamage: DamageListener, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    reportDamage({ sid, sn, day, reason: error.message }, onDamage);
    return null;
  }
}

function hasWithin(hot: SampleColumns | null, fromMs: number, toMs: number): boolean {
  if (!hot) return false;
  const row = firstAtOrAfter(hot.atMs, fromMs);
  return row < hot.atMs.length && hot.atMs[row]! < toMs;
}

/** Counts whole days and single rows in order of time, and adds a mark at each day, at the first row after one, and at each hundredth. */
function count(survey: Survey, whole: readonly Head[], atMs: Float64Array): void {
  let row = 0;
  let sinceMark = MARK_INTERVAL;
  const rowsUpTo = (ms: number): void => {
    for (; row < atMs.length && atMs[row]! < ms; row++, survey.total++, sinceMark++) {
      if (sinceMark < MARK_INTERVAL) continue;
      survey.marks.push({ row: survey.total, ms: atMs[row]! });
      sinceMark = 0;
    }
  };
  for (const { firstMs, count } of whole) {
    rowsUpTo(firstMs);
    survey.marks.push({ row: survey.total, ms: firstMs });
    survey.total += count;
    sinceMark = MARK_INTERVAL;
  }
  rowsUpTo(Number.POSITIVE_INFINITY);
}
