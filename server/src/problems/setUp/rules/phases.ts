// Whether the clamps of a meter sit on the phases whose voltage they are read with, and each the right way round: what a phase draws lowers its own voltage.

import type { Finding } from '@heliograph/contract/setUpChecks.ts';
import { valueAt } from '../../../energy/rules/series.ts';
import type { Series } from './series.ts';

type Phase = 0 | 1 | 2;
type Three<T> = readonly [T, T, T];
const PHASES: Three<Phase> = [0, 1, 2];
const byPhase = <T>(of: (phase: Phase) => T): [T, T, T] => [of(0), of(1), of(2)];

/** On which voltage's phase each clamp may sit. */
const ORDERS: readonly Three<Phase>[] = [
  [0, 1, 2],
  [1, 0, 2],
  [2, 1, 0],
  [0, 2, 1],
  [1, 2, 0],
  [2, 0, 1],
];
/** Which one may be the other way round than the other two. All three are a meter's sign, which others judge. */
const TURNS: readonly Three<number>[] = [
  [1, 1, 1],
  [-1, 1, 1],
  [1, -1, 1],
  [1, 1, -1],
];

/** Slots that are needed; a day has 288 of five minutes. */
const SLOTS = 250;
/** How many times its chance a correlation must be, and how much better than the next way to see it. */
const BEYOND_CHANCE = 5;
const BETTER = 1.5;

/** `powersW` and `voltagesV` of L1 to L3. */
export function phases(powersW: Three<Series>, voltagesV: Three<Series>): Finding<'phases'> {
  const { ways, slots } = waysOf(powersW, voltagesV);
  if (slots < SLOTS) return { verdict: 'notYet', finding: 'littleFlow', compared: { count: slots, of: SLOTS } };
  const [best, next] = ways.toSorted((one, other) => other.follows - one.follows);
  // Of numbers that have nothing to do with each other.
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
  const turned = turn.indexOf(-1);
  if (turned >= 0) return { verdict: 'wrong', finding: 'phaseTurned', compared: { phase: turned + 1 } };
  return {
    verdict: 'ok',
    finding: 'phasesFollow',
    compared: { percent: Math.round(best.follows * 100), count: slots },
  };
}

interface Way {
  order: Three<Phase>;
  turn: Three<number>;
  /** 0 to 1: the correlation of powers and voltages, seen so. */
  follows: number;
}

/**
 * Both as they bend from slot to slot, so that the slow wander of a street's voltage says nothing, and beside the mean of
 * the three, as what all phases do tells none from another.
 */
function waysOf(powersW: Three<Series>, voltagesV: Three<Series>): { ways: Way[]; slots: number } {
  const powers = byPhase(() => byPhase(() => 0));
  const both = byPhase(() => byPhase(() => 0));
  let ofVoltage = 0;
  let slots = 0;
  const bend = (series: Series, slot: number): number =>
    2 * valueAt(series, slot - 1) - valueAt(series, slot) - valueAt(series, slot - 2);
  for (let slot = 2; slot < powersW[0].length; slot++) {
    const power = byPhase((phase) => bend(powersW[phase], slot));
    const voltage = byPhase((phase) => bend(voltagesV[phase], slot));
    const mean = (voltage[0] + voltage[1] + voltage[2]) / 3;
    if (Number.isNaN(power[0] + power[1] + power[2] + mean)) continue;
    slots++;
    for (const i of PHASES) {
      ofVoltage += (voltage[i] - mean) ** 2;
      for (const j of PHASES) {
        powers[i][j] += power[i] * power[j];
        both[i][j] += power[i] * (voltage[j] - mean);
      }
    }
  }
  const ways = ORDERS.flatMap((order) =>
    TURNS.map((turn): Way => {
      let alike = 0;
      let together = 0;
      let ofPower = 0;
      for (const i of PHASES) {
        alike += turn[i] * both[i][order[i]];
        ofPower += powers[i][i];
        for (const j of PHASES) together += turn[i] * turn[j] * powers[i][j];
      }
      const follows = Math.abs(alike) / Math.sqrt((ofPower - together / 3) * ofVoltage);
      return { order, turn, follows: Number.isFinite(follows) ? follows : 0 };
    }),
  );
  return { ways, slots };
}
