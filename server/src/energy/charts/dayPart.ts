// Cuts a day's chart to the requested minutes and computes the range of values within each slot.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { DaySlots } from '../../platform/calendar/daySlots.ts';

/** Cuts lists with one value per slot to the same slots. */
export interface DayPart {
  of<T>(values: readonly T[]): T[];
}

/** Selects the slots that contain any requested minute; beyond the end of the day, its last slot. */
export function dayPart(
  { stepS, count }: Pick<DaySlots, 'stepS' | 'count'>,
  { fromMinute = 0, toMinute = Infinity }: { fromMinute?: number | undefined; toMinute?: number | undefined },
): DayPart {
  if (toMinute <= fromMinute) throw new ApiError('timeReversed');
  const first = Math.min(count - 1, Math.floor((fromMinute * 60) / stepS));
  const end = Math.min(count, Math.ceil((toMinute * 60) / stepS));
  return { of: (values) => values.slice(first, Math.max(first + 1, end)) };
}

export interface Band {
  least: (number | null)[];
  greatest: (number | null)[];
}

/**
 * Returns the least and greatest value of each drawn slot, which consists of `every` slots of `finer`; the drawn value
 * lies between them.
 */
export function bandOf(drawn: readonly (number | null)[], finer: readonly (number | null)[], every: number): Band {
  const ends = drawn.map((value, slot) =>
    value === null ? [] : [value, ...finer.slice(slot * every, (slot + 1) * every).filter((entry) => entry !== null)],
  );
  return {
    least: ends.map((values) => (values.length === 0 ? null : Math.min(...values))),
    greatest: ends.map((values) => (values.length === 0 ? null : Math.max(...values))),
  };
}
