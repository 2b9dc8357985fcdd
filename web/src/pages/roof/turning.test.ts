// A zone follows its handle about its middle, and directions hold it.
import { expect, test } from 'vitest';
import { boxOf, rotatedZone, type Zone } from '../../components/roof/plan.ts';
import { handleOf, isOnHandle, rotationTo, withinTurn } from './turning.ts';

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
const middleOfBox = (of: Zone) => {
  const { left, right, top, bottom } = boxOf(of);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
};
/** So far from the middle, clockwise from the right. */
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
])('taken at %d degrees and held at %d the zone lies at %d', (from, to, rotation) => {
  expect(rotationTo(zone, around(from), around(to))).toBe(rotation);
});

test('it goes on from where the zone lay', () => {
  const lies = rotatedZone(zone, 170);
  expect(rotationTo(lies, around(0), around(33))).toBe(-157);
});

test('the middle stays, and the handle goes along', () => {
  const view = { scale: 30, x: 0, y: 0 };
  for (const rotation of [0, 31, 90, -135, 180]) {
    const lies = rotatedZone(zone, rotation);
    expect(middleOfBox(lies).x).toBeCloseTo(middleOfBox(zone).x);
    expect(middleOfBox(lies).y).toBeCloseTo(middleOfBox(zone).y);
    expect(isOnHandle(lies, handleOf(lies, view), view)).toBe(true);
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
])('%d degrees are %d', (given, shown) => {
  expect(withinTurn(given)).toBe(shown);
});
