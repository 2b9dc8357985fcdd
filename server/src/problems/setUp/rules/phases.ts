// Checks whether a meter's clamps are on the phases of their voltages, each in the right direction: a load on a phase lowers its own voltage.

import type { Finding } from '@heliograph/contract/setUpChecks.ts';
import { valueAt } from '../../../energy/rules/series.ts';
import type { Series } from './series.ts';

type Phase = 0 | 1 | 2;
type Three<T> = readonly [T, T, T];
const PHASES: Three<Phase> = [0, 1, 2];
const byPhase = <T>(of: (phase: Phase) => T): [T, T, T] => [of(0), of(1), of(2)];

/** Possible assignments of clamps to the phases of voltages. */
const ORDERS: readonly Three<Phase>[] = [
  [0, 1, 2],
  [1, 0, 2],
  [2, 1, 0],
  [0, 2, 1],
  [1, 2, 0],
  [2, 0, 1],
];
/** Possible directions: one may be reversed against the other two. All three reversed is the meter's sign, which another check judges. */
const TURNS: readonly Three<number>[] = [
  [1, 1, 1],
  [-1, 1, 1],
  [1, -1, 1],
  [1, 1, -1],
];

/** Minimum slots; a day has 288 of five minutes. */
const MIN_SLOTS = 250;
/** Minimum correlation in multiples of its chance level, and minimum lead over the next hypothesis. */
const BEYOND_CHANCE = 5;
const BETTER = 1.5;

/** Checks the `powersW` and `voltagesV` of L1 to L3. */
export function phases(powersW: Three<Series>, voltagesV: Three<Series>): Finding<'phases'> {
  const { hypotheses, slots } = hypothesesOf(powersW, voltagesV);
  if (slots < MIN_SLOTS) return { verdict: 'notYet', finding: 'littleFlow', compared: { count: slots, of: MIN_SLOTS } };
  const [best, next] = hypotheses.toSorted((one, other) => other.follows - one.follows);
  // The correlation of unrelated numbers.
  const chance = 1 / Math.sqrt(2 * slots);
  if (!best || !next || best.follows < BEYOND_CHANCE * chance || best.follows - next.follows < BETTER * chance)
    return { verdict: 'notYet', finding: 'phasesAlike', compared: {} };
  const { order, turn } = best;
  const moved = PHASES.filter((phase) => order[phase] !== phase);
  const [first] = moved;
  if (first !== undefined)
    return {
      verdict: 'wrong',
      finding: 'phasesSwapped',
      compared: { phase: first + 1, otherPhase: order[first] + 1, count: moved.length },
    };
  const reversed = turn.indexOf(-1);
  if (reversed >= 0) return { verdict: 'wrong', finding: 'phaseTurned', compared: { phase: reversed + 1 } };
  return {
    verdict: 'ok',
    finding: 'phasesFollow',
    compared: { percent: Math.round(best.follows * 100), count: slots },
  };
}

interface Hypothesis {
  order: Three<Phase>;
  turn: Three<number>;
  /** Correlation of powers and voltages under this hypothesis, 0 to 1. */
  follows: number;
}

/**
 * Correlates the second differences of both, so that the slow drift of a street's voltage has no effect, relative to the mean
 * of the three voltages, as a common change does not distinguish phases.
 */
function hypothesesOf(powersW: Three<Series>, voltagesV: Three<Series>): { hypotheses: Hypothesis[]; slots: number } {
  const powers = byPhase(() => byPhase(() => 0));
  const products = byPhase(() => byPhase(() => 0));
  let voltageSquares = 0;
  let slots = 0;
  const secondDifference = (series: Series, slot: number): number =>
    2 * valueAt(series, slot - 1) - valueAt(series, slot) - valueAt(series, slot - 2);
  for (let slot = 2; slot < powersW[0].length; slot++) {
    const power = byPhase((phase) => secondDifference(powersW[phase], slot));
    const voltage = byPhase((phase) => secondDifference(voltagesV[phase], slot));
    const mean = (voltage[0] + voltage[1] + voltage[2]) / 3;
    if (Number.isNaN(power[0] + power[1] + power[2] + mean)) continue;
    slots++;
    for (const i of PHASES) {
      voltageSquares += (voltage[i] - mean) ** 2;
      for (const j of PHASES) {
        powers[i][j] += power[i] * power[j];
        products[i][j] += power[i] * (voltage[j] - mean);
      }
    }
  }
  const hypotheses = ORDERS.flatMap((order) =>
    TURNS.map((turn): Hypothesis => {
      let signal = 0;
      let common = 0;
      let powerSquares = 0;
      for (const i of PHASES) {
        signal += turn[i] * products[i][order[i]];
        powerSquares += powers[i][i];
        for (const j of PHASES) common += turn[i] * turn[j] * powers[i][j];
      }
      const follows = Math.abs(signal) / Math.sqrt((powerSquares - common / 3) * voltageSquares);
      return { order, turn, follows: Number.isFinite(follows) ? follows : 0 };
    }),
  );
  return { hypotheses, slots };
}
