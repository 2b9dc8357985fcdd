// Appearance of modules by a value, and by the problem they have.
import type { EventLevel } from '@heliograph/contract/events.ts';
import { type Looks, NO_DATA, NO_POWER } from './drawRoof.ts';
import { levelOf } from './ramp.ts';

/** A problem as marked on a roof. */
export interface ShownProblem {
  title: string;
  level: EventLevel;
  /** Null: unknown, or evident from the moment shown. */
  sinceIso: string | null;
}

/** Returns the level of a module: black for one that produces nothing, hatched for one without data. */
export const lookOf = (value: number | null, scale: number): number =>
  value === null ? NO_DATA : value <= 0 ? NO_POWER : levelOf(value, scale);

/** Returns the mark of the most severe problem, for `Looks`. */
export const markOf = (level: EventLevel | undefined): number => (level === undefined ? 0 : level === 'fault' ? 2 : 1);

export function looksOf(
  values: readonly (number | null)[],
  problems: readonly (EventLevel | undefined)[],
  scale: number,
  textOf: (value: number | null) => string = wattsText,
): Looks {
  return {
    level: Int8Array.from(values, (value) => lookOf(value, scale)),
    problem: Uint8Array.from(problems, markOf),
    texts: values.map(textOf),
  };
}

/** Formats whole watts for a module; '' without a value. */
export const wattsText = (powerW: number | null): string => (powerW === null ? '' : String(Math.round(powerW)));

/** Returns the value of the brightest colour: the given one, else the highest value. */
export const scaleOf = (scale: number | null, values: readonly (number | null)[]): number =>
  scale ?? (values.reduce<number>((highest, value) => Math.max(highest, value ?? 0), 0) || 1);
