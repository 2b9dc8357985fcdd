// Inverter and shade: within their limits, and no energy out of nothing.
import { describe, expect, test } from 'vitest';
import { inverterAcW, unshaded } from './plant.ts';

describe('the inverter', () => {
  test('has losses, never outputs more than its input, and clips at its rating', () => {
    let before = 0;
    for (let dcW = 0; dcW <= 1000; dcW += 2) {
      const acW = inverterAcW(dcW, 800);
      expect(acW).toBeGreaterThanOrEqual(before);
      expect(acW).toBeLessThanOrEqual(Math.min(800, dcW));
      before = acW;
    }
    expect(before).toBe(800);
    expect(inverterAcW(1, 800)).toBe(0);
    expect(inverterAcW(400, 800) / 400).toBeGreaterThan(0.955);
    expect(inverterAcW(20, 800) / 20).toBeLessThan(0.92);
  });
});

test('a shade reduces the light by its share within its hours, gradually at the edges, and not outside', () => {
  const shades = [{ fromHour: 9, toHour: 11, share: 0.4 }];
  expect([8, 9, 9.125, 10, 11, 12].map((hour) => unshaded(shades, hour))).toEqual([1, 1, 0.8, 0.6, 1, 1]);
});
