// Light as in almanacs and solar atlases: dark nights, bright noons, plausible years, both hemispheres.
import { describe, expect, test } from 'vitest';
import { dcPerRatedWatt, inverterAcW } from './plant.ts';
import { cloudCover, type Place, planeLight, type Sky, skyAt, solarHour } from './sky.ts';

const munich: Place = { latitude: 48.14, longitude: 11.58, altitudeM: 520, cloudiness: 0.54, weatherSeed: 11 };
const sydney: Place = { latitude: -33.87, longitude: 151.2, altitudeM: 20, cloudiness: 0.34, weatherSeed: 12 };
const hourMs = 3_600_000;
const newYear = Date.UTC(2026, 0, 1);

/** AC energy per rated kilowatt over several days, kWh. */
function yieldKWh(place: Place, tiltDeg: number, azimuthDeg: number, firstDay = 0, days = 365): number {
  let sum = 0;
  for (let hour = firstDay * 24; hour < (firstDay + days) * 24; hour += 0.25) {
    const dcW = 1000 * dcPerRatedWatt(skyAt(place, newYear + hour * hourMs), tiltDeg, azimuthDeg);
    sum += (inverterAcW(dcW, 1000) / 1000) * 0.25;
  }
  return sum;
}

describe('light', () => {
  test('is zero while the sun is down, and never negative', () => {
    for (let hour = 0; hour < 365 * 24; hour += 0.9) {
      const sky = skyAt(munich, newYear + hour * hourMs);
      if (sky.elevationDeg <= 0) expect(sky.global + sky.beam + sky.diffuse).toBe(0);
      expect(Math.min(sky.global, sky.beam, sky.diffuse, planeLight(sky, 30, 180))).toBeGreaterThanOrEqual(0);
      expect(planeLight(sky, 90, 0)).toBeLessThan(1200);
    }
  });

  test('at a clear June noon in Munich is 850 to 1,000 W/m2 on level ground', () => {
    const noons = Array.from({ length: 30 }, (_, day) => skyAt(munich, Date.UTC(2026, 5, 5 + day, 11, 15)).global);
    expect(Math.max(...noons)).toBeGreaterThan(850);
    expect(Math.max(...noons)).toBeLessThan(1000);
    expect(Math.min(...noons)).toBeLessThan(500);
  });

  test('on a horizontal plane is the global light', () => {
    const sky = skyAt(munich, Date.UTC(2026, 5, 10, 11));
    expect(planeLight(sky, 0, 180)).toBeCloseTo(sky.global, 6);
  });

  test('on an eastern plane peaks before noon', () => {
    const morning: Sky = { ...skyAt(munich, Date.UTC(2026, 5, 10, 6)), beam: 600 };
    expect(planeLight(morning, 40, 90)).toBeGreaterThan(planeLight(morning, 40, 270) + 200);
  });
});

describe('a year', () => {
  test.each([1, 2, 3, 4, 5])(
    'of one kilowatt south in Munich gives 900 to 1,300 kWh under weather %i',
    (weatherSeed) => {
      const year = yieldKWh({ ...munich, weatherSeed }, 30, 180);
      expect(year).toBeGreaterThan(900);
      expect(year).toBeLessThan(1300);
    },
  );

  test('in Munich has most of its light in summer, in Sydney in December', () => {
    expect(yieldKWh(munich, 30, 180, 151, 30)).toBeGreaterThan(2.2 * yieldKWh(munich, 30, 180, 334, 31));
    expect(yieldKWh(sydney, 23, 0, 334, 31)).toBeGreaterThan(1.3 * yieldKWh(sydney, 23, 0, 151, 30));
  });

  test('in Sydney yields more facing north', () => {
    const north = yieldKWh(sydney, 30, 0);
    expect(north).toBeGreaterThan(1300);
    expect(north).toBeLessThan(1800);
    expect(north).toBeGreaterThan(1.2 * yieldKWh(sydney, 30, 180));
  });
});

describe('weather', () => {
  test('is equal for the same seed and different for another', () => {
    const at = Date.UTC(2026, 3, 3, 9, 20);
    expect(skyAt(munich, at)).toEqual(skyAt({ ...munich }, at));
    const differing = Array.from({ length: 50 }, (_, i) => at + i * 7 * hourMs).filter(
      (one) => cloudCover(munich, one) !== cloudCover({ ...munich, weatherSeed: 99 }, one),
    );
    expect(differing.length).toBeGreaterThan(25);
  });

  test('has clear, broken and overcast skies, without jumps within a minute', () => {
    const covers = Array.from({ length: 2000 }, (_, i) => cloudCover(munich, newYear + i * 3.7 * hourMs));
    for (const [low, high] of [
      [0, 0.2],
      [0.2, 0.8],
      [0.8, 1.01],
    ] as const) {
      expect(covers.filter((cover) => cover >= low && cover < high).length).toBeGreaterThan(200);
    }
    for (let i = 0; i < 2000; i++) {
      const at = newYear + i * 1.3 * hourMs;
      expect(Math.abs(cloudCover(munich, at) - cloudCover(munich, at + 60_000))).toBeLessThan(0.25);
    }
  });

  test('is warmer in the local summer and in the afternoon', () => {
    const meanC = (place: Place, from: number): number =>
      Array.from({ length: 240 }, (_, i) => skyAt(place, from + i * 3 * hourMs).ambientC).reduce((a, b) => a + b) / 240;
    expect(meanC(munich, Date.UTC(2026, 6, 1))).toBeGreaterThan(meanC(munich, newYear) + 10);
    expect(meanC(sydney, newYear)).toBeGreaterThan(meanC(sydney, Date.UTC(2026, 6, 1)) + 6);
    expect(solarHour(Date.UTC(2026, 0, 1, 12), 151.2)).toBeCloseTo(22.08, 2);
  });
});
