// Plays a home's three-phase meter for days: loads and modules by phase, the voltages that they cause, and the street's, seeded.
import { sunPosition } from '@heliograph/contract/sun.ts';
import { chance, drift, jitter } from '@heliograph/simulator/random.ts';

type Three = [number, number, number];
type ThreeSeries = [Float64Array, Float64Array, Float64Array];

export interface ThreePhaseHome {
  seed: number;
  fromMs: number;
  days: number;
  latitude: number;
  longitude: number;
  /** Ohm of a phase's wire from the street, and of the neutral. */
  lineOhm: number;
  /** Deviation of the street's voltage by its other homes, V, and their modules at noon. */
  streetV: number;
  streetSunV: number;
  /** Peak power of the modules, W, on one phase or on three. */
  peakW: number;
  inverterPhases: 1 | 3;
  /** Three-phase heat pump, W; 0: none. */
  heatPumpW: number;
}

/** What the meter measures at an instant. */
export interface Instant {
  powersW: Three;
  varsVar: Three;
  voltagesV: Three;
  producedW: number;
}

/** How current clamps are assigned to the phases of the voltages: the phase of each clamp, and a direction. */
export interface Wiring {
  clamps: readonly [number, number, number];
  turns: readonly [number, number, number];
}
export const RIGHT: Wiring = { clamps: [0, 1, 2], turns: [1, 1, 1] };

const STEP_S = 10;
const HOUR_MS = 3_600_000;
/** An appliance: phase, watts, minutes of a use, on-share of its thermostat, uses a day, hour of most uses. */
const APPLIANCES = [
  { phase: 0, watts: 2000, minutes: 4, on: 1, uses: 5, hour: 8, vars: 0 },
  { phase: 1, watts: 2300, minutes: 40, on: 0.45, uses: 0.7, hour: 18, vars: 0 },
  { phase: 2, watts: 1700, minutes: 30, on: 0.5, uses: 1.2, hour: 18.5, vars: 0 },
  { phase: 1, watts: 1500, minutes: 25, on: 0.6, uses: 1, hour: 12, vars: 0 },
  { phase: 2, watts: 2050, minutes: 20, on: 1, uses: 0.6, hour: 10, vars: 0 },
  { phase: 0, watts: 1900, minutes: 25, on: 0.8, uses: 0.8, hour: 20, vars: 0 },
  { phase: 0, watts: 900, minutes: 15, on: 1, uses: 0.4, hour: 11, vars: 300 },
  { phase: 1, watts: 160, minutes: 180, on: 1, uses: 1.5, hour: 20, vars: 40 },
] as const;
const DEGREES_120 = (2 * Math.PI) / 3;

/** Returns whether an appliance draws power: uses are drawn per day, close to its usual hour. */
function isOn(
  seed: number,
  n: number,
  { minutes, on, uses, hour }: (typeof APPLIANCES)[number],
  atMs: number,
): boolean {
  for (const day of [Math.floor(atMs / 86_400_000) - 1, Math.floor(atMs / 86_400_000)])
    for (let use = 0; use < Math.ceil(uses * 1.5); use++) {
      if (chance(seed, 'use', n, day, use) > uses / Math.ceil(uses * 1.5)) continue;
      const beginMs = day * 86_400_000 + (hour + 3.5 * jitter(seed, 'at', n, day, use)) * HOUR_MS;
      const sinceS = (atMs - beginMs) / 1000;
      if (sinceS < 0 || sinceS >= minutes * 60) continue;
      if (on === 1 || (sinceS % 240) / 240 < on) return true;
    }
  return false;
}

/** Plays the home; `take` is called every ten seconds. */
export function playHome(home: ThreePhaseHome, take: (atMs: number, instant: Instant) => void): void {
  const { seed, fromMs, days, latitude, longitude, lineOhm, streetV, streetSunV, peakW, inverterPhases } = home;
  // Phases of the house's wiring differ from home to home.
  const shift = Math.floor(3 * chance(seed, 'wired'));
  const kettles: Three = [0, 0, 0];
  const slow: Three = [0, 0, 0];
  let sunDeg = -90;
  for (let step = 0; step < (days * 86_400) / STEP_S; step++) {
    const atMs = fromMs + step * STEP_S * 1000;
    if (step % 6 === 0) sunDeg = sunPosition(atMs, latitude, longitude).elevationDeg;
    const light = Math.max(0, Math.sin((sunDeg * Math.PI) / 180));
    const isGrey = chance(seed, 'grey', Math.floor(atMs / 86_400_000)) < 0.4;
    const cloud = isGrey
      ? 0.2 + 0.2 * drift(seed + 5, atMs / 900_000)
      : drift(seed + 6, atMs / 240_000) < 0.3
        ? 0.35
        : 1;
    const producedW = peakW * 0.85 * light * cloud;
    const powersW: Three = [0, 0, 0];
    const varsVar: Three = [0, 0, 0];
    for (const p of [0, 1, 2] as const) {
      powersW[p] = 60 + 60 * drift(seed + 31 + p, atMs / 1_200_000);
      varsVar[p] = 20 + 30 * drift(seed + 41 + p, atMs / 1_500_000);
    }
    for (const [n, appliance] of APPLIANCES.entries()) {
      if (!isOn(seed, n, appliance, atMs)) continue;
      const p = (appliance.phase + shift) % 3;
      powersW[p]! += appliance.watts;
      varsVar[p]! += appliance.vars;
    }
    const fridge = (atMs / 60_000 + 60 * chance(seed, 'fridge')) % 50 < 16;
    if (fridge) {
      powersW[shift]! += 90;
      varsVar[shift]! += 60;
    }
    const heats = home.heatPumpW > 0 && (atMs / 60_000 + 60 * chance(seed, 'pump')) % 75 < 45;
    for (const p of [0, 1, 2] as const) {
      if (heats) powersW[p] += (home.heatPumpW / 3) * (0.95 + 0.1 * drift(seed + 51, atMs / 300_000));
      if (heats) varsVar[p] += home.heatPumpW / 12;
      if (inverterPhases === 3) powersW[p] -= producedW / 3;
      else if (p === (shift + 1) % 3) powersW[p] -= producedW;
    }
    const common = 6 * (drift(seed + 61, atMs / 7_000_000) - 0.5) + 1.2 * (drift(seed + 62, atMs / 60_000) - 0.5);
    const voltagesV: Three = [0, 0, 0];
    for (const p of [0, 1, 2] as const) {
      // Other homes: a slow part, and steps of a few minutes.
      slow[p] += -slow[p] * (STEP_S / 900) + streetV * 0.15 * jitter(seed, 'slow', p, step);
      if (chance(seed, 'street', p, step) < STEP_S / 150) kettles[p] = 1.6 * streetV * jitter(seed, 'kettle', p, step);
      const own = powersW[p] - (powersW[(p + 1) % 3]! + powersW[(p + 2) % 3]!) / 2;
      const street = slow[p] + kettles[p] + streetSunV * light * cloud * (p === shift ? 1.6 : 0.7);
      const noise = 0.1 * jitter(seed, 'meter', p, step);
      voltagesV[p] = 231 + common + street + noise - (lineOhm * (powersW[p] + own)) / 230;
    }
    take(atMs, { powersW, varsVar, voltagesV, producedW });
  }
}

/**
 * Returns the powers that a meter reports whose clamps are on other phases than its voltages: their product with the
 * cosine of an angle that is 120 degrees off.
 */
export function measuredPowers({ powersW, varsVar }: Instant, { clamps, turns }: Wiring): Three {
  return [0, 1, 2].map((p) => {
    const clamp = clamps[p]!;
    const angle = (p - clamp) * DEGREES_120;
    return turns[p]! * (powersW[clamp]! * Math.cos(angle) + varsVar[clamp]! * Math.sin(angle));
  }) as Three;
}

export interface Reports {
  stepS: number;
  powersW: ThreeSeries;
  voltagesV: ThreeSeries;
  producedW: Float64Array;
  sunDeg: Float64Array;
}

/** Returns means in slots of `stepS` of the meter's reports every `everyS`: means of that time, or values of the instant. */
export function reportsOf(
  home: ThreePhaseHome,
  wirings: readonly Wiring[],
  { stepS, everyS, isMean }: { stepS: number; everyS: number; isMean: boolean },
): Reports[] {
  const count = (home.days * 86_400) / stepS;
  const series = () => [0, 1, 2].map(() => new Float64Array(count)) as ThreeSeries;
  const all = wirings.map(
    (): Reports => ({
      stepS,
      powersW: series(),
      voltagesV: series(),
      producedW: new Float64Array(count),
      sunDeg: Float64Array.from(
        { length: count },
        (_, slot) => sunPosition(home.fromMs + (slot + 0.5) * stepS * 1000, home.latitude, home.longitude).elevationDeg,
      ),
    }),
  );
  const samples = new Float64Array(count);
  playHome(home, (atMs, instant) => {
    const sinceS = (atMs - home.fromMs) / 1000;
    if (!isMean && sinceS % everyS !== 0) return;
    const slot = Math.floor(sinceS / stepS);
    samples[slot]!++;
    for (const [n, wiring] of wirings.entries()) {
      const powers = measuredPowers(instant, wiring);
      all[n]!.producedW[slot]! += instant.producedW;
      for (const p of [0, 1, 2] as const) {
        all[n]!.powersW[p][slot]! += powers[p];
        all[n]!.voltagesV[p][slot]! += Math.round(10 * instant.voltagesV[p]) / 10;
      }
    }
  });
  for (const { powersW, voltagesV, producedW } of all)
    for (const values of [...powersW, ...voltagesV, producedW])
      for (let slot = 0; slot < count; slot++) values[slot] = values[slot]! / samples[slot]!;
  return all;
}
