// What of a line of chips goes into its menu.
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
  // The chosen one stays, and another goes for it.
  [272, 2, [1]],
  [100, 2, [0, 1]],
  // Nothing fits but the menu.
  [90, -1, [0, 1, 2]],
  // Not laid out.
  [0, -1, []],
])('three chips of 100 px in %i px, of which %i is chosen: %j are in the menu', (room, chosen, over) => {
  expect(fitting([100, 100, 100], { ...line, room, chosen })).toEqual(over);
});
