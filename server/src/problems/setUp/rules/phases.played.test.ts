// Phases of played homes in summer and winter, reported every ten seconds to fifteen minutes: right ones are never doubted, exchanged and reversed ones are found within a week.
import { describe, expect, test } from 'vitest';
import { RIGHT, reportsOf, type ThreePhaseHome, type Wiring } from '../../../../test/threePhaseHome.ts';
import { type PhaseFinding, phases } from './phases.ts';

const SEASONS = { summer: Date.parse('2026-06-14T22:00:00Z'), winter: Date.parse('2026-01-11T23:00:00Z') };
const WIRINGS: Record<string, Wiring> = {
  right: RIGHT,
  exchanged: { clamps: [0, 2, 1], turns: [1, 1, 1] },
  rotated: { clamps: [1, 2, 0], turns: [1, 1, 1] },
  turned: { clamps: [0, 1, 2], turns: [1, -1, 1] },
};
const FOUND = {
  right: 'ok phasesFollow',
  exchanged: 'wrong phasesSwapped 2 3, power wrong',
  rotated: 'wrong phasesSwapped 1 2, power wrong',
  turned: 'wrong phaseTurned 2',
};
const INTERVALS = [
  { everyS: 10, stepS: 60, isMean: false },
  { everyS: 60, stepS: 60, isMean: false },
  { everyS: 300, stepS: 300, isMean: true },
  { everyS: 900, stepS: 900, isMean: false },
  { everyS: 900, stepS: 900, isMean: true },
];

const homeOf = (season: keyof typeof SEASONS, more: Partial<ThreePhaseHome> = {}): ThreePhaseHome => ({
  seed: 4004,
  fromMs: SEASONS[season],
  days: 7,
  latitude: 48,
  longitude: 9,
  lineOhm: 0.2,
  streetV: 0.8,
  streetSunV: season === 'summer' ? 3 : 1,
  peakW: 6000,
  inverterPhases: season === 'summer' ? 1 : 3,
  heatPumpW: season === 'winter' ? 2500 : 0,
  ...more,
});

const textOf = ({ verdict, finding, compared: { phase, otherPhase }, isPowerWrong }: PhaseFinding): string =>
  `${[verdict, finding, phase, otherPhase].filter(Boolean).join(' ')}${isPowerWrong ? ', power wrong' : ''}`;

describe.each(Object.keys(SEASONS) as (keyof typeof SEASONS)[])('in a week of %s', (season) => {
  test.each(INTERVALS)('judges all wirings by reports every $everyS s (means: $isMean)', (interval) => {
    const all = reportsOf(homeOf(season), Object.values(WIRINGS), interval);
    const found = Object.keys(WIRINGS).map((name, n) => [name, textOf(phases(all[n]!))]);
    expect(Object.fromEntries(found)).toEqual(FOUND);
  });
});

test('does not take the voltages that the modules of other homes raise for those of its own', () => {
  for (const seed of [1001, 2002, 5005]) {
    const home = homeOf('summer', { seed, lineOhm: 0.07, streetV: 0.5, streetSunV: 8 });
    const [right] = reportsOf(home, [RIGHT], { everyS: 300, stepS: 300, isMean: false });
    expect(['ok', 'notYet']).toContain(phases(right!).verdict);
    const nights = right!.producedW.map((watts, slot) => (right!.sunDeg[slot]! > 0 ? Number.NaN : watts));
    expect(['ok', 'notYet']).toContain(phases({ ...right!, producedW: nights }).verdict);
  }
});

test('does not decide by days in which clouds pass all the time', () => {
  const [right] = reportsOf(homeOf('summer'), [RIGHT], { everyS: 900, stepS: 900, isMean: true });
  const cloudy = right!.producedW.map((_, slot) => (slot % 2) * 500);
  expect(phases({ ...right!, producedW: cloudy })).toMatchObject({ verdict: 'notYet', finding: 'littleFlow' });
});
