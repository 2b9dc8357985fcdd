// Finds the problem to mark on each module of a roof: its own, or one of its whole device.
import { EVENT_LEVELS, type EventLevel } from '@heliograph/contract/events.ts';

/** A problem of a device or of one of its modules. */
export interface PlacedProblem {
  sn: string;
  /** 0: all modules of the device. */
  input: number;
  level: EventLevel;
}

/**
 * Returns a look-up by serial number and input, with the problems of the module and those of its whole device: the most severe
 * first; of equal ones the module's own, then in the given order.
 */
export function problemsByModule<Problem extends PlacedProblem>(
  problems: readonly Problem[],
): (sn: string, input: number) => Problem[] {
  const bySn = Map.groupBy(problems, ({ sn }) => sn);
  const rank = ({ level, input }: Problem) => 2 * EVENT_LEVELS.indexOf(level) + (input > 0 ? 1 : 0);
  return (sn, input) =>
    (bySn.get(sn) ?? [])
      .filter((problem) => problem.input === 0 || problem.input === input)
      .toSorted((one, other) => rank(other) - rank(one));
}
