// Contrast of accent colours: known values of WCAG, and the nearest colour that passes.
import { expect, test } from 'vitest';
import { accentContrast, contrastOf, hasContrast, nearestAccent } from './contrast.ts';

test('the contrast of two colours is as WCAG defines it', () => {
  expect(contrastOf('#000000', '#FFFFFF')).toBe(21);
  expect(contrastOf('#FFFFFF', '#000000')).toBe(21);
  expect(contrastOf('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2);
  expect(contrastOf('#0B62B8', '#0B62B8')).toBe(1);
});

test('a colour that passes stays as it is', () => {
  expect(nearestAccent('#0B62B8', 'light')).toBe('#0B62B8');
  expect(nearestAccent('#4C9BE8', 'dark')).toBe('#4C9BE8');
});

test.each(['#FFFFFF', '#FFEE00', '#00FFFF', '#767676', '#E69F00', '#000000', '#123456'])(
  'the nearest colour to %s passes in both schemes, and one step less does not',
  (color) => {
    for (const scheme of ['light', 'dark'] as const) {
      const nearest = nearestAccent(color, scheme);
      expect(hasContrast(nearest, scheme)).toBe(true);
      // The way from the colour to the nearest one is as short as steps of one shade allow.
      if (nearest !== color) expect(accentContrast(nearest, scheme)).toBeLessThan(4.7);
    }
  },
);
