// The part of a day's chart that is asked for: some of its slots, and how far the values within each lie apart.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { DaySlots } from '../../platform/calendar/daySlots.ts';

/** What is cut alike: every list of one value a slot. */
export interface DayPart {
  of<T>(values: readonly T[]): T[];
}

/** The slots that hold any of the asked minutes; beyond the day's end its last one. */
export function dayPart(
  { stepS, count }: Pick<DaySlots, 'stepS' | 'count'>,
  { fromMinute = 0, toMinute = Infinity }: { fromMinute?: number | undefined; toMinute?: number | undefined },
): DayPart {
  if (toMinute <= fromMinute) throw new Refusal('timeReversed');
  const first = Math.min(count - 1, Math.floor((fromMinute * 60) / stepS));
  const end = Math.min(count, Math.ceil((toMinute * 60) / stepS));
  return { of: (values) => values.slice(first, Math.max(first + 1, end)) };
}

export interface Band {
  least: (number | null)[];
  greatest: (number | null)[];
}

/** Of slots that are `every` finer ones each; the value drawn between lies within. */
export function bandOf(drawn: readonly (number | null)[], finer: readonly (number | null)[], every: number): Band {
  const ends = drawn.map((value, slot) =>
    value === null ? [] : [value, ...finer.slice(slot * every, (slot + 1) * every).filter((each) => each !== null)],
  );
  return {
    least: ends.map((values) => (values.length === 0 ? null : Math.min(...values))),
    greatest: ends.map((values) => (values.length === 0 ? null : Math.max(...values))),
  };
}
