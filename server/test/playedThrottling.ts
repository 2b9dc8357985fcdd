// Plays inverters that the grid voltage throttles, and free ones beside them, with their true loss.
import { sunPosition } from '@heliograph/contract/sun.ts';
import { chance, drift, jitter } from '@heliograph/simulator/random.ts';
import { clearSkyOf } from '../src/energy/rules/clearSky.ts';

export const PLACE = { latitude: 48, longitude: 9 };
export const RATED_W = 5000;
const LIMIT_V = 253;
const OHM = 0.35;
/** Volts that all plants of the street add under a clear sky at the zenith. */
const STREET_V = 9;
const MINUTES = 2;
/** Midnight of the first day in Berlin: 2 May. */
const FROM_MS = Date.UTC(2026, 4, 1, 22);

/** `none`: never throttled; `cap`: limited at the voltage; `slope`: reduced on a slope; `trip`: trips. */
export type Mode = 'none' | 'cap' | 'slope' | 'trip';

interface PlayedSample {
  atMs: number;
  watts: number;
  volts: number;
}

export interface PlayedDay {
  fromMs: number;
  samples: PlayedSample[];
  lostWh: number;
}

/** Returns the power that is allowed at a voltage. */
const allowedW = (mode: Mode, volts: number): number =>
  mode === 'slope' ? RATED_W * Math.min(1, Math.max(0, (LIMIT_V + 2.3 - volts) / 4.6)) : RATED_W;

/** Plays days from 2 May, a sample every two minutes: a third each clear, with passing clouds, and grey. */
export function playThrottling(
  mode: Mode,
  baseV: number,
  { azimuthDeg = 180, share = 1, seed = 77, count = 40 } = {},
): PlayedDay[] {
  const realW = clearSkyOf(PLACE, [
    { peakW: RATED_W / 0.85, tiltDeg: 30, azimuthDeg, ratedW: Number.POSITIVE_INFINITY },
  ]);
  return Array.from({ length: count }, (_, day): PlayedDay => {
    const fromMs = FROM_MS + day * 86_400_000;
    const samples: PlayedSample[] = [];
    let lostWh = 0;
    const sky = chance(seed, 'sky', day);
    let [waitsUntil, ramp, meanV] = [0, 1, baseV];
    for (let minute = 0; minute < 1440; minute += MINUTES) {
      const atMs = fromMs + minute * 60_000;
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
      const volts = voltage(watts) + 0.2 * jitter(seed, 'meter', day, minute);
      samples.push({ atMs, watts: watts * share, volts });
    }
    return { fromMs, samples, lostWh: lostWh * share };
  });
}
