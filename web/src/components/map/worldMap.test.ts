// The shipped outlines: closed rings within the world, and bounds around the largest part of each country.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseWorldMap } from './worldMap.ts';

const file = readFileSync(`${import.meta.dirname}/world.json`);
const world = parseWorldMap(JSON.parse(file.toString()));

test('outlines are closed rings within the world', () => {
  expect(world.land.length).toBeGreaterThan(250);
  for (const ring of world.land.flat()) {
    expect(ring.length).toBeGreaterThan(3);
    expect(ring.at(-1)).toEqual(ring[0]);
    for (const [latitude, longitude] of ring) {
      expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
    }
  }
});

test('an outline beyond 180° is split into parts on both sides of the map', () => {
  const wide = world.land.filter(([outline]) =>
    outline!.some(
      ([latitude, longitude], n) => n > 0 && Math.abs(longitude - outline![n - 1]![1]) > 180 && latitude > -60,
    ),
  );
  expect(wide).toEqual([]);
  // Chukotka, and the rest of Russia.
  const holds = (latitude: number, longitude: number) =>
    world.land.some(([outline]) => isWithin(outline!, latitude, longitude));
  expect(holds(66.5, -175)).toBe(true);
  expect(holds(66.5, 178)).toBe(true);
  expect(holds(55, 90)).toBe(true);
  expect(holds(66.5, -30)).toBe(false);
});

/** Returns whether a point is in a ring, by counting how often a ray to the east crosses it. */
function isWithin(ring: readonly (readonly [number, number])[], latitude: number, longitude: number): boolean {
  let crossings = 0;
  for (let n = 1; n < ring.length; n++) {
    const [one, other] = [ring[n - 1]!, ring[n]!];
    if (one[0] > latitude === other[0] > latitude) continue;
    const at = one[1] + ((latitude - one[0]) / (other[0] - one[0])) * (other[1] - one[1]);
    if (at > longitude) crossings++;
  }
  return crossings % 2 === 1;
}

test.each([
  ['DE', 47.66, 9.17],
  // Without its overseas departments.
  ['FR', 48.85, 2.35],
  ['US', 39.1, -94.6],
  ['ZA', -33.9, 18.86],
  ['CI', 6.8, -5.3],
])('the bounds of %s surround its largest part', (code, latitude, longitude) => {
  const [low, high] = world.boundsOf(code)!;
  expect(latitude).toBeGreaterThan(low[0]);
  expect(latitude).toBeLessThan(high[0]);
  expect(longitude).toBeGreaterThan(low[1]);
  expect(longitude).toBeLessThan(high[1]);
});

test('a country that is too small to be drawn has no bounds', () => {
  expect(world.boundsOf('SM')).toBeNull();
  expect(world.boundsOf('')).toBeNull();
});
