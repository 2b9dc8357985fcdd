// Three phases: powers sum to the total, phase-to-phase voltages, signs and power factors.
import { expect, test } from 'vitest';
import {
  currentA,
  lineVoltages,
  loadPhases,
  machinePhases,
  type Phases,
  phaseVoltages,
  powerFactor,
} from './phases.ts';

const sum = ([a, b, c]: Phases): number => a + b + c;

test('powers of the phases sum to the total, and a single phase carries all of it', () => {
  for (let i = 0; i < 200; i++) {
    const watts = 37 * i - 1200;
    expect(sum(loadPhases(4, i * 600_000, watts, 4))).toBeCloseTo(watts, 9);
    for (const phase of [0, 1, 2, 3] as const) expect(sum(machinePhases(phase, watts, 3))).toBeCloseTo(watts, 9);
  }
  expect(loadPhases(4, 0, 900, 1)).toEqual([900, 0, 0]);
  expect(machinePhases(2, 900, 4)).toEqual([0, 900, 0]);
  const [a, b, c] = loadPhases(4, 0, 900, 4);
  expect(new Set([a, b, c]).size).toBe(3);
});

test('the phase-to-phase voltage of equal phases is the root of three times the phase voltage', () => {
  for (const volts of lineVoltages([230, 230, 230])) expect(volts).toBeCloseTo(230 * Math.sqrt(3), 9);
  const volts = phaseVoltages(3, 1e12, 230, [-5000, 0, 5000], 15_000);
  expect(volts[0]).toBeGreaterThan(200);
  // feeding in raises the voltage
  expect(phaseVoltages(3, 1e12, 230, [-5000, 0, 0], 15_000)[0]).toBeGreaterThan(
    phaseVoltages(3, 1e12, 230, [5000, 0, 0], 15_000)[0],
  );
});

test('a current has the sign of its power, and a power factor is between -1 and 1', () => {
  expect(currentA(-460, 0, 230)).toBe(-2);
  expect(currentA(300, 400, 250)).toBe(2);
  expect(powerFactor(300, 400)).toBe(0.6);
  expect(powerFactor(-300, 400)).toBe(-0.6);
  expect(powerFactor(0, 0)).toBe(1);
});
