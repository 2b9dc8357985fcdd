// A day beside another one, of another device or plant: values at the same time of each one's own clock.
import type { Chart } from '@heliograph/contract/entities/statistics.ts';

type Series = Chart['series'];

/** Minutes since midnight by the clock at the plant. */
const clockMin = (iso: string): number => Number(iso.slice(11, 13)) * 60 + Number(iso.slice(14, 16));

/** Minutes of a slot; of a single one nobody knows. */
export function stepOf(slots: readonly string[]): number | undefined {
  const [first, second] = slots;
  return first && second ? (Date.parse(second) - Date.parse(first)) / 60_000 : undefined;
}

/**
 * The other's values in these slots, each from the slot of the other that the clock is in. An hour that a clock shows twice
 * is compared with the first.
 */
export function inSlotsOf(slots: readonly string[], other: { xAxisIso: readonly string[]; series: Series }): Series {
  const step = stepOf(other.xAxisIso) ?? 1;
  const places = new Map<number, number>();
  for (const [place, iso] of other.xAxisIso.entries()) {
    const key = Math.floor(clockMin(iso) / step);
    if (!places.has(key)) places.set(key, place);
  }
  const from = slots.map((iso) => places.get(Math.floor(clockMin(iso) / step)));
  return other.series.map((line) => ({
    ...line,
    data: from.map((place) => (place === undefined ? null : (line.data[place] ?? null))),
  }));
}

/** Minutes since the day began, the first and the one after the last, of "600-720". */
export function zoomOf(written: string | undefined): readonly [from: number, to: number] | undefined {
  const [, first = '', last = ''] = /^(\d{1,4})-(\d{1,4})$/.exec(written ?? '') ?? [];
  const [from, to] = [Number(first), Number(last)];
  return last !== '' && from < to && to <= 1500 ? [from, to] : undefined;
}

/** Steps that a zoom is asked for in, unless one is chosen: never finer than what is drawn uploads. */
export function zoomStep([from, to]: readonly [number, number], finestMin: number): number {
  return Math.max(finestMin, to - from <= 240 ? 1 : 5);
}
