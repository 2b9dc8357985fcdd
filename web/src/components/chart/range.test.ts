import { expect, test } from 'vitest';
import { canZoomIn, move, within, zoomIn, zoomOut } from './range.ts';

test('zooms in on the half around a slot, which stays within what was shown', () => {
  expect(zoomIn([0, 23], 12)).toEqual([6, 17]);
  expect(zoomIn([0, 23], 0)).toEqual([0, 11]);
  expect(zoomIn([0, 23], 23)).toEqual([12, 23]);
});

test('zooms in until three slots are left', () => {
  expect(zoomIn([4, 8], 6)).toEqual([5, 7]);
  expect(canZoomIn([5, 8])).toBe(true);
  expect(canZoomIn([5, 7])).toBe(false);
});

test('zooms out to twice the length, and moves by half of it', () => {
  expect(zoomOut([6, 17])).toEqual([0, 23]);
  expect(move([6, 17], 1)).toEqual([12, 23]);
  expect(move([6, 17], -1)).toEqual([0, 11]);
});

test('moves a window into the limits, and shortens it only if it is longer', () => {
  expect(within([-4, 7], [0, 23])).toEqual([0, 11]);
  expect(within([18, 29], [0, 23])).toEqual([12, 23]);
  expect(within([-9, 40], [0, 23])).toEqual([0, 23]);
});
