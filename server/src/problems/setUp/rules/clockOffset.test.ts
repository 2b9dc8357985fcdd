// Clocks of played plants: none is doubted in twenty healthy years of five climates, four mountings, clouds and hills, and an hour off is found within ten days, beside neighbours within three.
import { sunPosition } from '@heliograph/contract/sun.ts';
import { chance, drift } from '@heliograph/simulator/random.ts';
import { describe, expect, test } from 'vitest';
import { clearSkyOf } from '../../../energy/rules/clearSky.ts';
import { clockOfNeighbours, darkClock, edgesOf } from './clockOffset.ts';
import type { Series, Slotted } from './series.ts';

const STEP_S = 900;
const PER_DAY = 96;
const PLACES = {
  singapore: [1.3, 103.8],
  delhi: [28.6, 77.2],
  munich: [48.1, 11.6],
  tromso: [69.6, 18.9],
  sydney: [-33.9, 151.2],
} as const;
/** Tilt and azimuth in degrees; a tracker faces the sun. */
const MOUNTINGS = { equator: [30, 180], east: [35, 90], west: [25, 270], tracker: null } as const;
type Place = keyof typeof PLACES;

interface Played extends Slotted {
  powerW: Series;
}

/** Plays days of a plant of 8 kWp; `hillDeg`: highest horizon, lower on one side. */
function play(
  place: Place,
  mounting: keyof typeof MOUNTINGS,
  { days = 365, fromDay = 0, hillDeg = 0, clearShare = 0.45, seed = 1 } = {},
): Played {
  const [latitude, longitude] = PLACES[place];
  const fromMs = Date.UTC(2026, 0, 1 + fromDay) - Math.round(longitude / 15) * 3_600_000;
  const planes = MOUNTINGS[mounting]
    ? [MOUNTINGS[mounting]]
    : ([
        [45, 90],
        [5, 180],
        [45, 270],
      ] as const);
  const skies = planes.map(([tiltDeg, azimuthDeg]) =>
    clearSkyOf({ latitude, longitude }, [
      { peakW: 8000, tiltDeg, azimuthDeg: latitude < 0 && azimuthDeg === 180 ? 0 : azimuthDeg, ratedW: 6500 },
    ]),
  );
  const hills = [hillDeg * chance(seed, 'east'), hillDeg * chance(seed, 'west')] as const;
  const sunDeg = new Float64Array(days * PER_DAY);
  const powerW = sunDeg.map((_, slot) => {
    const atMs = fromMs + (slot + 0.5) * STEP_S * 1000;
    const { elevationDeg, azimuthDeg } = sunPosition(atMs, latitude, longitude);
    sunDeg[slot] = elevationDeg;
    const sky = chance(seed, 'sky', Math.floor(slot / PER_DAY));
    const passing = drift(seed + 1, atMs / 600_000) < 0.4 ? 0.3 : 1;
    const cloud = sky < clearShare ? 1 : sky < clearShare + 0.3 ? passing : 0.1 + 0.15 * drift(seed + 2, atMs / 3e6);
    const isHidden = elevationDeg < hills[azimuthDeg < 180 ? 0 : 1];
    const clearW = Math.max(...skies.map((skyW) => skyW(atMs))) * (isHidden ? 0.12 : 1);
    const twilightW = elevationDeg <= 0 && elevationDeg > -6 ? 17 * Math.exp(1.1 * elevationDeg) : 0;
    const watts = Math.max(clearW, twilightW) * cloud;
    return watts < 6 ? 0 : watts;
  });
  return { fromMs, stepS: STEP_S, sunDeg, powerW };
}

const late = (powerW: Series, minutes: number): Series =>
  powerW.map((_, slot) => powerW[slot - (minutes * 60) / STEP_S] ?? 0);

/** Returns the edges of `count` days from `day` on. */
function edges({ powerW, sunDeg, ...slotted }: Played, day: number, count: number) {
  const cut = (series: Series) => series.subarray(day * PER_DAY, (day + count) * PER_DAY);
  const days = Array.from({ length: count }, (_, n) => ({ from: n * PER_DAY, to: (n + 1) * PER_DAY }));
  return edgesOf({ ...slotted, sunDeg: cut(sunDeg) }, cut(powerW), days);
}
const eachWindow = (take: (day: number) => void) => {
  for (let day = 0; day + 10 <= 365; day += 5) take(day);
};

describe.each(Object.keys(PLACES) as Place[])('a year of plants in %s', (place) => {
  test.each(Object.keys(MOUNTINGS) as (keyof typeof MOUNTINGS)[])(
    'with a correct clock is never doubted (%s)',
    (mounting) => {
      const plant = play(place, mounting, { hillDeg: mounting === 'equator' ? 0 : 18, seed: 7 });
      const other = play(place, mounting === 'east' ? 'west' : 'east', { hillDeg: 10, seed: 8 });
      let withEdges = 0;
      eachWindow((day) => {
        const own = edges(plant, day, 10);
        withEdges += own.length;
        expect(darkClock(own, STEP_S), `day ${day}`).toBeNull();
        expect(clockOfNeighbours(own, [edges(other, day, 10)], STEP_S), `day ${day}`).toBeNull();
      });
      expect(withEdges).toBeGreaterThan(200);
    },
  );
});

test.each(['singapore', 'delhi', 'munich', 'sydney'] as const)(
  'finds an hour off within ten days of clear mornings and evenings, in every season (%s)',
  (place) => {
    for (const mounting of ['equator', 'east', 'west'] as const) {
      const plant = play(place, mounting, { clearShare: 1 });
      for (const minutes of [60, -60])
        eachWindow((day) => {
          const found = darkClock(edges({ ...plant, powerW: late(plant.powerW, minutes) }, day, 10), STEP_S);
          expect(found?.count, `day ${day}`).toBeGreaterThanOrEqual(3);
          expect(Math.abs(found!.minutes - minutes)).toBeLessThan(35);
        });
    }
  },
);

test('finds a device an hour off behind hills within three clear days beside devices of another orientation', () => {
  const own = play('munich', 'equator', { clearShare: 1, hillDeg: 16, seed: 5 });
  const others = (['east', 'west', 'equator'] as const).map((mounting) =>
    play('munich', mounting, { clearShare: 1, hillDeg: 16, seed: 5 }),
  );
  for (const minutes of [60, -60])
    for (let day = 0; day < 360; day += 15) {
      const beside = others.map((other) => edges(other, day, 3));
      const shifted = edges({ ...own, powerW: late(own.powerW, minutes) }, day, 3);
      expect(clockOfNeighbours(shifted, beside, STEP_S), `day ${day}`).toMatchObject({ minutes, count: 3 });
    }
});

test('does not call a device wrong that is shaded in the morning, or beside a single device whose clock is off', () => {
  const plant = play('munich', 'equator', { days: 10, fromDay: 150, clearShare: 1 });
  const shaded = plant.powerW.map((watts, slot) => (slot % PER_DAY < 36 ? 0 : watts));
  expect(clockOfNeighbours(edges({ ...plant, powerW: shaded }, 0, 10), [edges(plant, 0, 10)], STEP_S)).toBeNull();
  const off = edges({ ...plant, powerW: late(plant.powerW, 60) }, 0, 10);
  expect(clockOfNeighbours(edges(plant, 0, 10), [off], STEP_S)).toBeNull();
  expect(clockOfNeighbours(off, [edges(plant, 0, 10)], STEP_S)).toMatchObject({ minutes: 60 });
});
