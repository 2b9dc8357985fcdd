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

interface Arrangement {
  order: Three<Phase>;
  /** Weight of the power of each phase. */
  turn: Three<number>;
  /** Whether currents are multiplied by the voltages of other phases, instead of only the names being exchanged. */
  isMultiplied: boolean;
}

const ARRANGEMENTS: readonly Arrangement[] = ORDERS.flatMap((order) => {
  const named = TURNS.map((turn) => ({ order, turn, isMultiplied: false }));
  if (order === ORDERS[0]) return named;
  // 120 degrees apart, half of the power is reported, with the other sign.
  const turn = byPhase((phase) => (order[phase] === phase ? 1 : -2));
  return [...named, { order, turn, isMultiplied: true }];
});

/** Minimum slots; a day has 96 of a quarter of an hour. */
const MIN_SLOTS = 150;
/** Minimum correlation in multiples of its chance level, and minimum lead over the next arrangement. */
const BEYOND_CHANCE = 5;
const BETTER = 1.5;
/** Largest second difference of production, W, in a slot that counts: clouds also change the voltages by the modules of other homes. */
const STEADY_W = 60;

export interface PhaseParts {
  /** Of L1 to L3. */
  powersW: Three<Series>;
  voltagesV: Three<Series>;
  /** Production of the plant; NaN by day: unknown, then only nights count. */
  producedW: Series;
}

export interface PhaseFinding extends Finding<'phases'> {
  /** Whether the meter's power may be wrong, as currents were multiplied by voltages of other phases: its sign is unknown. */
  isPowerWrong: boolean;
}

export const UNDECIDED: PhaseFinding = {
  verdict: 'notYet',
  finding: 'phasesAlike',
  compared: {},
  isPowerWrong: false,
};

/** Checks the arrangement of clamps and voltages; it differs from the next one by a clear lead. */
export function phases(parts: PhaseParts): PhaseFinding {
  const { hypotheses, slots } = hypothesesOf(parts);
  if (slots < MIN_SLOTS) return { ...UNDECIDED, finding: 'littleFlow', compared: { count: slots, of: MIN_SLOTS } };
  const [best, ...others] = hypotheses.toSorted((one, other) => other.follows - one.follows) as [
    Hypothesis,
    ...Hypothesis[],
  ];
  const isMoved = best.order !== ORDERS[0];
  const isSame = ({ order, turn }: Hypothesis) => order === best.order && (isMoved || turn === best.turn);
  const next = others.find((hypothesis) => !isSame(hypothesis))!;
  // The correlation of unrelated numbers.
  const chance = 1 / Math.sqrt(2 * slots);
  if (best.follows < BEYOND_CHANCE * chance || best.follows - next.follows < BETTER * chance) return UNDECIDED;
  const { order, turn } = best;
  const moved = PHASES.filter((phase) => order[phase] !== phase);
  const [first] = moved;
  if (first !== undefined) {
    const swapped = hypotheses.filter((hypothesis) => hypothesis.order === order);
    const [named, multiplied] = [false, true].map((is) =>
      Math.max(...swapped.filter(({ isMultiplied }) => isMultiplied === is).map(({ follows }) => follows)),
    ) as [number, number];
    return {
      verdict: 'wrong',
      finding: 'phasesSwapped',
      compared: { phase: first + 1, otherPhase: order[first] + 1, count: moved.length },
      // All three exchanged look the same either way.
      isPowerWrong: moved.length === 3 || named - multiplied < BETTER * chance,
    };
  }
  const reversed = turn.indexOf(-1);
  if (reversed >= 0)
    return { verdict: 'wrong', finding: 'phaseTurned', compared: { phase: reversed + 1 }, isPowerWrong: false };
  return {
    verdict: 'ok',
    finding: 'phasesFollow',
    compared: { percent: Math.round(best.follows * 100), count: slots },
    isPowerWrong: false,
  };
}

interface Hypothesis extends Arrangement {
  /** Correlation of powers and voltages under this hypothesis, 0 to 1. */
  follows: number;
}

/**
 * Correlates the second differences of both, so that the slow drift of a street's voltage has no effect, relative to the mean
 * of the three voltages, as a common change does not distinguish phases.
 */
function hypothesesOf({ powersW, voltagesV, producedW }: PhaseParts): { hypotheses: Hypothesis[]; slots: number } {
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
    // Also false for NaN.
    if (!(Math.abs(secondDifference(producedW, slot)) <= STEADY_W)) continue;
    slots++;
    for (const i of PHASES) {
      voltageSquares += (voltage[i] - mean) ** 2;
      for (const j of PHASES) {
        powers[i][j] += power[i] * power[j];
        products[i][j] += power[i] * (voltage[j] - mean);
      }
    }
  }
  const hypotheses = ARRANGEMENTS.map((arrangement): Hypothesis => {
    const { order, turn } = arrangement;
    let signal = 0;
    let common = 0;
    let powerSquares = 0;
    for (const i of PHASES) {
      signal += turn[i] * products[i][order[i]];
      powerSquares += turn[i] ** 2 * powers[i][i];
      for (const j of PHASES) common += turn[i] * turn[j] * powers[i][j];
    }
    const follows = Math.abs(signal) / Math.sqrt((powerSquares - common / 3) * voltageSquares);
    return { ...arrangement, follows: Number.isFinite(follows) ? follows : 0 };
  });
  return { hypotheses, slots };
}
