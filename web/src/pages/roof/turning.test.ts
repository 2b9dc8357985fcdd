// Rotation of a zone by its handle about its centre, with snapping.
import { expect, test } from 'vitest';
import { boxOf, rotatedZone, type Zone } from '../../components/roof/plan.ts';
import { handleOf, isOnHandle, normalizeDegrees, rotationTo } from './turning.ts';

const zone: Zone = {
  id: 1,
  name: '',
  x: 4,
  y: 2,
  rotation: 0,
  tilt: null,
  azimuth: null,
  orientation: 'landscape',
  rows: 2,
  columns: 3,
  modules: [],
};
const middleOfBox = (boxed: Zone) => {
  const { left, right, top, bottom } = boxOf(boxed);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
};
/** Returns a point 5 m from the centre, in degrees clockwise from the right. */
const around = (degrees: number) => {
  const { x, y } = middleOfBox(zone);
  const angle = (degrees * Math.PI) / 180;
  return { x: x + 5 * Math.cos(angle), y: y + 5 * Math.sin(angle) };
};

test.each([
  [0, 37.4, 37],
  [0, 44, 45],
  [0, 47.1, 47],
  [10, 10, 0],
  [0, -90.6, -90],
  [170, -170, 20],
])('rotates a zone whose handle is dragged from %d to %d degrees to %d degrees', (from, to, rotation) => {
  expect(rotationTo(zone, around(from), around(to))).toBe(rotation);
});

test('adds the rotation of a drag to the rotation of the zone', () => {
  const rotated = rotatedZone(zone, 170);
  expect(rotationTo(rotated, around(0), around(33))).toBe(-157);
});

test('keeps the centre of a rotated zone, and moves its handle along', () => {
  const view = { scale: 30, x: 0, y: 0 };
  for (const rotation of [0, 31, 90, -135, 180]) {
    const rotated = rotatedZone(zone, rotation);
    expect(middleOfBox(rotated).x).toBeCloseTo(middleOfBox(zone).x);
    expect(middleOfBox(rotated).y).toBeCloseTo(middleOfBox(zone).y);
    expect(isOnHandle(rotated, handleOf(rotated, view), view)).toBe(true);
  }
  expect(isOnHandle(rotatedZone(zone, 90), handleOf(zone, view), view)).toBe(false);
});

test.each([
  [0, 0],
  [180, 180],
  [-180, 180],
  [181, -179],
  [365, 5],
  [-725, -5],
])('normalizes %d degrees to %d', (degrees, normalized) => {
  expect(normalizeDegrees(degrees)).toBe(normalized);
});
