// Compares a day with another day, device or plant: aligns values by the local clock time of each.
import type { Chart } from '@heliograph/contract/entities/statistics.ts';

type Series = Chart['series'];

/** Returns minutes since midnight in the plant's local time. */
const clockMin = (iso: string): number => Number(iso.slice(11, 13)) * 60 + Number(iso.slice(14, 16));

/** Returns the length of a slot in minutes; undefined for fewer than two slots. */
export function stepOf(slots: readonly string[]): number | undefined {
  const [first, second] = slots;
  return first && second ? (Date.parse(second) - Date.parse(first)) / 60_000 : undefined;
}

/**
 * Returns the other chart's values in these slots, each from the slot with the same clock time. Of an hour that occurs twice
 * the first is used.
 */
export function inSlotsOf(slots: readonly string[], other: { xAxisIso: readonly string[]; series: Series }): Series {
  const step = stepOf(other.xAxisIso) ?? 1;
  const indexByClock = new Map<number, number>();
  for (const [index, iso] of other.xAxisIso.entries()) {
    const key = Math.floor(clockMin(iso) / step);
    if (!indexByClock.has(key)) indexByClock.set(key, index);
  }
  const indexes = slots.map((iso) => indexByClock.get(Math.floor(clockMin(iso) / step)));
  return other.series.map((line) => ({
    ...line,
    data: indexes.map((index) => (index === undefined ? null : (line.data[index] ?? null))),
  }));
}

/** Parses a zoom such as "600-720": minutes since the start of the day, end exclusive; undefined if invalid. */
export function zoomOf(text: string | undefined): readonly [from: number, to: number] | undefined {
  const [, first = '', last = ''] = /^(\d{1,4})-(\d{1,4})$/.exec(text ?? '') ?? [];
  const [from, to] = [Number(first), Number(last)];
  return last !== '' && from < to && to <= 1500 ? [from, to] : undefined;
}

/** Returns the default step of a zoom in minutes, never finer than the upload interval. */
export function zoomStep([from, to]: readonly [number, number], finestMin: number): number {
  return Math.max(finestMin, to - from <= 240 ? 1 : 5);
}
