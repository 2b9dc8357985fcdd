// Chips that do not fit into their line and move to its menu.
import { expect, test } from 'vitest';
import { fitting } from './fitting.ts';

const line = { gap: 8, menu: 56, chosen: -1 };

test.each([
  // 100 + 8 + 100 + 8 + 100
  [316, -1, []],
  [315, -1, [2]],
  // 100 + 8 + 100 + 8 + 56
  [272, -1, [2]],
  [271, -1, [1, 2]],
  // The chosen chip stays, and another one moves instead.
  [272, 2, [1]],
  [100, 2, [0, 1]],
  // Only the menu fits.
  [90, -1, [0, 1, 2]],
  // No layout.
  [0, -1, []],
])('three chips of 100 px in %i px, of which %i is chosen: %j are in the menu', (room, chosen, overflow) => {
  expect(fitting([100, 100, 100], { ...line, room, chosen })).toEqual(overflow);
});
