// Loss by throttling of played inverters whose true loss is known: limited at the voltage, reduced on a slope, or tripping, beside a free inverter and alone; and none of a device that is not throttled.
import { sunPosition } from '@heliograph/contract/sun.ts';
import { chance, drift, jitter } from '@heliograph/simulator/random.ts';
import { describe, expect, test } from 'vitest';
import { clearSkyOf } from '../../rules/clearSky.ts';
import type { VoltageSlots } from './gridVoltage.ts';
import { shapeOf, throttlingOf, warmed } from './throttling.ts';

const PLACE = { latitude: 48, longitude: 9 };
const DAYS = 40;
const RATED_W = 5000;
const LIMIT_V = 253;
const OHM = 0.35;
/** Volts that all plants of the street add under a clear sky at the zenith. */
const STREET_V = 9;
const MINUTES = 2;

type Mode = 'none' | 'cap' | 'slope' | 'trip';

/** Returns the power that is allowed at a voltage. */
const allowedW = (mode: Mode, volts: number): number =>
  mode === 'slope' ? RATED_W * Math.min(1, Math.max(0, (LIMIT_V + 2.3 - volts) / 4.6)) : RATED_W;

/** Plays 40 days from 2 May: a third each clear, with passing clouds, and grey. */
function play(mode: Mode, baseV: number, { azimuthDeg = 180, share = 1, seed = 77 } = {}) {
  const skyW = (peakW: number) =>
    clearSkyOf(PLACE, [{ peakW, tiltDeg: 30, azimuthDeg, ratedW: Number.POSITIVE_INFINITY }]);
  const [realW, clearSkyW] = [skyW(RATED_W / 0.85), skyW(1)];
  const fromMs = Date.UTC(2026, 4, 1, 22);
  let lostWh = 0;
  const days = Array.from({ length: DAYS }, (_, day): VoltageSlots => {
    const [powerW, volts, lowW, highW] = [0, 0, Number.POSITIVE_INFINITY, 0].map((value) =>
      new Float64Array(144).fill(value),
    ) as [Float64Array, Float64Array, Float64Array, Float64Array];
    const sky = chance(seed, 'sky', day);
    let [waitsUntil, ramp, meanV] = [0, 1, baseV];
    for (let minute = 0; minute < 1440; minute += MINUTES) {
      const atMs = fromMs + day * 86_400_000 + minute * 60_000;
      const sun = Math.max(0, Math.sin((sunPosition(atMs, 48, 9).elevationDeg * Math.PI) / 180));
      const passing = drift(seed + 2, atMs / 420_000) < 0.45 ? 0.4 : 1;
      const light = sky < 0.4 ? 1 : sky < 0.75 ? passing : 0.15 + 0.25 * drift(seed + 4, atMs / 1.8e6);
      const warm = 1 - 0.1 * Math.min(1, 1.2 * sun) * (0.75 + 0.5 * drift(seed + 9, atMs / 6e6));
      const possibleW = realW(atMs) * light * warm;
      const street =
        baseV +
        4 * (drift(seed + 5, atMs / 5e6) - 0.5) +
        1.5 * (drift(seed + 6, atMs / 3e5) - 0.5) +
        STREET_V * sun * light;
      const voltage = (watts: number) => street + (watts / 230) * OHM;
      let watts = possibleW;
      if (mode === 'cap') watts = Math.max(0, Math.min(possibleW, ((LIMIT_V - street) * 230) / OHM));
      if (mode === 'slope')
        for (let [low, high, n] = [0, possibleW, 0]; n < 25; n++) {
          watts = (low + high) / 2;
          if (watts <= allowedW(mode, voltage(watts))) low = watts;
          else high = watts;
        }
      if (mode === 'trip') {
        ramp = minute < waitsUntil ? 0 : Math.min(1, ramp + 0.1 * MINUTES);
        watts = Math.min(possibleW, RATED_W * ramp);
        meanV += ((voltage(watts) - meanV) * MINUTES) / 10;
        if (meanV > LIMIT_V) [waitsUntil, meanV] = [minute + 6 + 10 * chance(seed, 'wait', day, minute), LIMIT_V - 4];
      }
      lostWh += ((possibleW - watts) * MINUTES) / 60;
      const slot = Math.floor(minute / 10);
      powerW[slot]! += (watts * share * MINUTES) / 10;
      lowW[slot] = Math.min(lowW[slot]!, watts * share);
      highW[slot] = Math.max(highW[slot]!, watts * share);
      volts[slot]! += ((voltage(watts) + 0.2 * jitter(seed, 'meter', day, minute)) * MINUTES) / 10;
    }
    const clearW = warmed(powerW.map((_, slot) => clearSkyW(fromMs + day * 86_400_000 + (slot + 0.5) * 600_000)));
    return {
      stepS: 600,
      lines: [{ line: 'grid', volts, nominalV: 230 }],
      saidTooHigh: new Uint8Array(144),
      powerW,
      lowW,
      highW,
      clearW,
    };
  });
  return { days, lostWh };
}

function lossOf(days: readonly VoltageSlots[], neighbours: readonly VoltageSlots[] = []) {
  const shape = shapeOf(days);
  let lostWh = 0;
  const bases = new Set<string | null>();
  for (const [n, day] of days.entries()) {
    const { throttled, expectedW, basis } = throttlingOf(day, neighbours[n] ? [neighbours[n]] : [], shape);
    bases.add(basis);
    for (const [slot, watts] of expectedW.entries())
      if (throttled[slot] === 1 && watts > 0) lostWh += Math.max(0, watts - day.powerW![slot]!) / 6;
  }
  return { lostWh, bases };
}

const THROTTLED: [Mode, number][] = [
  ['cap', 240],
  ['cap', 242],
  ['cap', 244],
  ['slope', 240],
  ['slope', 242],
  ['slope', 244],
  ['trip', 240],
  ['trip', 242],
  ['trip', 244],
];

describe('the loss of an inverter that is throttled by its voltage', () => {
  const free = play('none', 230, { share: 0.4 }).days;

  test.each(THROTTLED)('is within 20 per cent of the truth alone (%s, street at %i V)', (mode, baseV) => {
    const { days, lostWh } = play(mode, baseV);
    const found = lossOf(days);
    expect(found.lostWh / lostWh).toBeGreaterThan(0.8);
    expect(found.lostWh / lostWh).toBeLessThan(1.2);
    expect(found.bases).toEqual(new Set(['ownCurve', null]));
  });

  test.each(THROTTLED)(
    'is within 20 per cent of the truth beside a free inverter (%s, street at %i V)',
    (mode, baseV) => {
      const { days, lostWh } = play(mode, baseV);
      const found = lossOf(days, free);
      expect(found.lostWh / lostWh).toBeGreaterThan(0.8);
      expect(found.lostWh / lostWh).toBeLessThan(1.2);
      expect(found.bases).toContain('neighbours');
    },
  );

  test('does not use a neighbour that faces another direction', () => {
    const { days, lostWh } = play('cap', 242);
    const found = lossOf(days, play('none', 230, { azimuthDeg: 60 }).days);
    expect(found.lostWh / lostWh).toBeGreaterThan(0.8);
    expect(found.lostWh / lostWh).toBeLessThan(1.2);
  });

  test.each([230, 238, 242, 246])('is nearly none of a device with a higher limit (street at %i V)', (baseV) => {
    const { days } = play('none', baseV);
    const producedWh = days.flatMap(({ powerW }) => [...powerW!]).reduce((sum, watts) => sum + watts / 6, 0);
    expect(lossOf(days).lostWh / producedWh).toBeLessThan(0.015);
  });
});
