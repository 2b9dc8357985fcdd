// Keyboard navigation: arrow keys move between cells of a zone and stop at its edges; Page Up and Page Down move between zones.
import { expect, test } from 'vitest';
import type { Zone } from './plan.ts';
import { cellByKey } from './useFocus.ts';

const zone = (id: number): Zone => ({
  id,
  name: '',
  x: 0,
  y: 0,
  rotation: 0,
  tilt: null,
  azimuth: null,
  orientation: 'portrait',
  rows: 2,
  columns: 3,
  modules: [],
});
const zones = [zone(4), zone(7)];

test.each([
  ['ArrowRight', { row: 1, column: 1 }, { zone: 4, row: 1, column: 2 }],
  ['ArrowRight', { row: 1, column: 3 }, { zone: 4, row: 1, column: 3 }],
  ['ArrowUp', { row: 1, column: 3 }, { zone: 4, row: 1, column: 3 }],
  ['ArrowDown', { row: 1, column: 3 }, { zone: 4, row: 2, column: 3 }],
  ['PageDown', { row: 2, column: 3 }, { zone: 7, row: 1, column: 1 }],
  ['PageUp', { row: 2, column: 3 }, { zone: 7, row: 1, column: 1 }],
  ['x', { row: 2, column: 3 }, undefined],
])('%s moves from %j to the expected cell', (key, from, to) =>
  expect(cellByKey(zones, { zone: 4, ...from }, key)).toEqual(to),
);

test('the first key selects the first cell, and nothing without zones', () => {
  expect(cellByKey(zones, null, 'ArrowLeft')).toEqual({ zone: 4, row: 1, column: 1 });
  expect(cellByKey([], null, 'ArrowLeft')).toBeUndefined();
  expect(cellByKey([], null, 'PageDown')).toBeUndefined();
});
