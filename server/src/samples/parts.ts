// Converts the result of a statement, hot rows and blocks, to one set of columns in order of time.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { damagedBlocks } from '../platform/metrics.ts';
import { decodeBlock, emptyColumns, type ReadBlock, type SampleColumns } from './block.ts';
import { readBody } from './body.ts';
import { Damaged } from './bytes.ts';

/** One row of a result. `day` null: hot rows of one device as one value in `power`, null when there are none. */
export type Part = { sn: string; day: string | null } & Omit<ReadBlock, 'power'> & { power: Uint8Array | null };

export interface Damage {
  sid: string;
  sn: string;
  day: string;
  reason: string;
}

type Listener = (damage: Damage) => void;
const listeners = new Set<Listener>();

/** Calls the listener for every block that this process could not read, each time, by any reader; returns how to stop. */
export function onDamage(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface Reading {
  sid: string;
  fromMs: number;
  /** Not included. */
  toMs: number;
  names: readonly QuantityName[] | 'all';
  /** Damaged blocks are left out for display, or thrown as `Damaged` for computations. */
  damaged: 'gap' | 'throw';
  /** Called for damaged blocks in addition to the listeners of `onDamage`. */
  listener?: Listener | undefined;
}

/** Returns columns by `sn`; a device without samples in the range is missing. */
export function columnsOfParts(parts: readonly Part[], reading: Reading): Map<string, SampleColumns> {
  const byDevice = new Map<string, { blocks: SampleColumns[]; hot: SampleColumns | null }>();
  for (const part of parts) {
    let device = byDevice.get(part.sn);
    if (!device) {
      device = { blocks: [], hot: null };
      byDevice.set(part.sn, device);
    }
    if (part.day === null) {
      if (part.power) device.hot = hotColumns(part.power, reading.names);
      continue;
    }
    const columns = readBlock(part, reading);
    if (columns) device.blocks.push(columns);
  }
  const read = new Map<string, SampleColumns>();
  for (const [sn, { blocks, hot }] of byDevice) {
    blocks.sort((left, right) => left.atMs[0]! - right.atMs[0]!);
    const columns = mergeColumns(hot ? [...blocks, hot] : blocks);
    const cut = cutColumns(columns, reading.fromMs, reading.toMs);
    if (cut.atMs.length > 0) read.set(sn, cut);
  }
  return read;
}

function readBlock(part: Part, { sid, fromMs, toMs, names, damaged, listener }: Reading): SampleColumns | null {
  try {
    return decodeBlock(part as ReadBlock, names, { fromMs, toMs });
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    reportDamage({ sid, sn: part.sn, day: part.day!, reason: error.message }, listener);
    if (damaged === 'throw') throw error;
    return null;
  }
}

export function reportDamage(damage: Damage, ownListener?: Listener): void {
  damagedBlocks.inc();
  for (const listener of listeners) listener(damage);
  ownListener?.(damage);
}

/** Unpacks hot rows: 8 bytes instant in ms, 2 bytes length and the body, per row. */
export function hotColumns(packed: Uint8Array, names: readonly QuantityName[] | 'all'): SampleColumns {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  let count = 0;
  for (let at = 0; at < packed.length; at += 10 + view.getInt16(at + 8)) count++;
  const columns = emptyColumns(count);
  const requested = names === 'all' ? null : new Set(names);
  let row = 0;
  const store = (name: QuantityName, value: number): void => {
    if (requested && !requested.has(name)) return;
    columns.values[name] ??= new Float64Array(count).fill(Number.NaN);
    columns.values[name][row] = value;
  };
  for (let at = 0; at < packed.length; row++) {
    columns.atMs[row] = Number(view.getBigInt64(at));
    const from = at + 10;
    at = from + view.getInt16(at + 8);
    const { statusBits, mode, imported } = readBody(packed, from, at, store);
    columns.statusBits[row] = statusBits;
    columns.mode[row] = mode;
    columns.imported[row] = imported ? 1 : 0;
  }
  return columns;
}

/** Merges the rows of several columns, each in order of time; of two rows of one instant, the one given later remains. */
export function mergeColumns(inputs: readonly SampleColumns[]): SampleColumns {
  const pieces = inputs.filter(({ atMs }) => atMs.length > 0);
  if (pieces.length <= 1) return pieces[0] ?? emptyColumns();
  let last = Number.NEGATIVE_INFINITY;
  const inOrder = pieces.every(({ atMs }) => {
    const follows = atMs[0]! > last;
    last = atMs.at(-1)!;
    return follows;
  });
  const joined = joinColumns(pieces);
  if (inOrder) return joined;
  // Sorting is stable: of one instant the row given later is last.
  const order = Uint32Array.from(joined.atMs.keys()).sort(
    (left, right) => joined.atMs[left]! - joined.atMs[right]! || left - right,
  );
  const distinct = order.filter((row, index) => joined.atMs[row] !== joined.atMs[order[index + 1] ?? -1]);
  return pickRows(joined, distinct);
}

/** Concatenates columns. */
export function joinColumns(pieces: readonly SampleColumns[]): SampleColumns {
  if (pieces.length === 1) return pieces[0]!;
  const count = pieces.reduce((sum, { atMs }) => sum + atMs.length, 0);
  const columns = emptyColumns(count);
  let at = 0;
  for (const piece of pieces) {
    columns.atMs.set(piece.atMs, at);
    columns.statusBits.set(piece.statusBits, at);
    columns.mode.set(piece.mode, at);
    columns.imported.set(piece.imported, at);
    for (const [name, values] of Object.entries(piece.values) as [QuantityName, Float64Array][]) {
      columns.values[name] ??= new Float64Array(count).fill(Number.NaN);
      columns.values[name].set(values, at);
    }
    at += piece.atMs.length;
  }
  return columns;
}

/** Returns the rows between two instants, the second not included; shares memory with the input. */
export function cutColumns(columns: SampleColumns, fromMs: number, toMs: number): SampleColumns {
  const { atMs } = columns;
  const from = firstAtOrAfter(atMs, fromMs);
  const to = firstAtOrAfter(atMs, toMs);
  return from === 0 && to === atMs.length ? columns : sliceColumns(columns, from, to);
}

export function sliceColumns(columns: SampleColumns, from: number, to: number): SampleColumns {
  const values: SampleColumns['values'] = {};
  for (const [name, column] of Object.entries(columns.values) as [QuantityName, Float64Array][]) {
    values[name] = column.subarray(from, to);
  }
  return {
    atMs: columns.atMs.subarray(from, to),
    statusBits: columns.statusBits.subarray(from, to),
    mode: columns.mode.subarray(from, to),
    imported: columns.imported.subarray(from, to),
    values,
  };
}

function pickRows(columns: SampleColumns, rows: Uint32Array): SampleColumns {
  const values: SampleColumns['values'] = {};
  for (const [name, column] of Object.entries(columns.values) as [QuantityName, Float64Array][]) {
    values[name] = Float64Array.from(rows, (row) => column[row]!);
  }
  return {
    atMs: Float64Array.from(rows, (row) => columns.atMs[row]!),
    statusBits: Int32Array.from(rows, (row) => columns.statusBits[row]!),
    mode: Int16Array.from(rows, (row) => columns.mode[row]!),
    imported: Uint8Array.from(rows, (row) => columns.imported[row]!),
    values,
  };
}

/** Returns the index of the first instant that is not before this one. */
export function firstAtOrAfter(atMs: Float64Array, ms: number): number {
  let low = 0;
  let high = atMs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (atMs[middle]! < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
