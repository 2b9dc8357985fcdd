// Inverter, shade, household and battery: limits kept and energy not made of nothing.
import { describe, expect, test } from 'vitest';
import { batteryStep, householdLoadW, inverterAcW, unshaded } from './plant.ts';

describe('the inverter', () => {
  test('loses something, never more than it gets, and clips at its rating', () => {
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

test('a shade takes its share inside its hours, gradually at the edges, and nothing outside', () => {
  const shades = [{ fromHour: 9, toHour: 11, share: 0.4 }];
  expect([8, 9, 9.125, 10, 11, 12].map((hour) => unshaded(shades, hour))).toEqual([1, 1, 0.8, 0.6, 1, 1]);
});

test('a household draws 5 to 20 kWh a day, more in the evening than at night', () => {
  const at = (hour: number): number => householdLoadW(5, Date.UTC(2026, 2, 3) + hour * 3_600_000, hour);
  const hours = Array.from({ length: 288 }, (_, i) => at(i / 12));
  const dayWh = hours.reduce((a, b) => a + b) / 12;
  expect(dayWh).toBeGreaterThan(5_000);
  expect(dayWh).toBeLessThan(20_000);
  const mean = (from: number, to: number): number =>
    hours.slice(from * 12, to * 12).reduce((a, b) => a + b) / ((to - from) * 12);
  expect(mean(18, 21)).toBeGreaterThan(1.8 * mean(1, 4));
});

describe('the battery', () => {
  const battery = { capacityWh: 5000, ratedW: 2500, reservePercent: 10 };
  test('keeps power balanced, its bounds and its rating, whatever sun and load do', () => {
    let socPercent = 50;
    for (let i = 0; i < 500; i++) {
      const productionW = 4000 * Math.max(0, Math.sin(i / 20));
      const loadW = householdLoadW(3, i * 300_000, (i / 12) % 24);
      const step = batteryStep(battery, socPercent, productionW, loadW, 300);
      expect(productionW + step.batteryW + step.gridW).toBeCloseTo(loadW, 6);
      expect(Math.abs(step.batteryW)).toBeLessThanOrEqual(2500);
      socPercent = step.socPercent;
      expect(socPercent).toBeGreaterThanOrEqual(10 - 1e-9);
      expect(socPercent).toBeLessThanOrEqual(100 + 1e-9);
    }
  });
  test('gives back less than it took', () => {
    const charged = batteryStep(battery, 20, 2000, 0, 1800);
    expect(charged.batteryW).toBe(-2000);
    const storedWh = ((charged.socPercent - 20) / 100) * 5000;
    expect(storedWh).toBeCloseTo(960, 6);
    const discharged = batteryStep(battery, charged.socPercent, 0, 2000, 1800);
    expect(((charged.socPercent - discharged.socPercent) / 100) * 5000).toBeCloseTo(1000 / 0.96, 6);
  });
});
