// Distribution of a plant's power over L1 to L3, with voltage, current, power factor and reactive power.
import { drift } from './random.ts';

export type Phases = readonly [number, number, number];
/** 1: one phase and neutral; 3: three phases without neutral, with phase-to-phase voltages; 4: three phases with neutral. */
export type Wires = 1 | 3 | 4;

const noPower: Phases = [0, 0, 0];

export const plus = ([a, b, c]: Phases, [x, y, z]: Phases): Phases => [a + x, b + y, c + z];
export const negative = ([a, b, c]: Phases): Phases => [-a + 0, -b + 0, -c + 0];

/** Distributes a load unevenly over the phases (hob on one, heat pump on another); sums to `watts`. */
export function loadPhases(seed: number, atMs: number, watts: number, wires: Wires): Phases {
  if (wires === 1) return [watts, 0, 0];
  const shares = [1.1, 0.8, 0.6].map((part, i) => part * (0.5 + drift(seed + 11 + i, atMs / 3_300_000))) as number[];
  const [a, b, c] = shares as [number, number, number];
  const total = a + b + c;
  return [(watts * a) / total, (watts * b) / total, watts - (watts * a) / total - (watts * b) / total];
}

/** Power of a machine by phase: on one phase (1 to 3), or equally on all (0). */
export function machinePhases(phase: 0 | 1 | 2 | 3, watts: number, wires: Wires): Phases {
  if (wires === 1) return [watts, 0, 0];
  if (phase === 0) return [watts / 3, watts / 3, watts - 2 * (watts / 3)];
  return noPower.map((_, i) => (i === phase - 1 ? watts : 0)) as unknown as Phases;
}

/** Phase-to-neutral voltages: the grid's variation, and the rise caused by feeding in. */
export function phaseVoltages(seed: number, atMs: number, nominalV: number, gridW: Phases, ratedW: number): Phases {
  return gridW.map((watts, i) => {
    const variation = 0.985 + 0.03 * drift(seed + 3 * i, atMs / 1_700_000);
    return nominalV * (variation - (0.009 * watts * 3) / Math.max(1000, ratedW));
  }) as unknown as Phases;
}

/** Phase-to-phase voltages L1-L2, L2-L3 and L3-L1, at 120 degrees. */
export function lineVoltages([a, b, c]: Phases): Phases {
  const between = (x: number, y: number): number => Math.sqrt(x * x + y * y + x * y);
  return [between(a, b), between(b, c), between(c, a)];
}

/** Inductive reactive power: motors and transformers draw it, cables and inverters supply a little. */
export function reactiveVar(seed: number, atMs: number, loadW: number): number {
  return loadW * (0.12 + 0.16 * drift(seed + 21, atMs / 2_100_000)) - 25;
}

/** Current in A, with the sign of the power. */
export function currentA(watts: number, vars: number, volts: number): number {
  return (watts < 0 ? -1 : 1) * (Math.hypot(watts, vars) / volts);
}

/** Power factor; 1 without a current. */
export function powerFactor(watts: number, vars: number): number {
  const apparent = Math.hypot(watts, vars);
  return apparent < 0.5 ? 1 : watts / apparent;
}
