// Loads: people get up later on weekends, a heat pump follows the cold, a car charges in the evening, a workshop is closed on weekends.
import { expect, test } from 'vitest';
import { carW, type Habits, heatPumpW, householdW, type LocalMoment, loadW, workshopW } from './home.ts';

const monday = Date.UTC(2026, 2, 2);
const moment = (day: number, hour: number, ambientC = 8): LocalMoment => ({
  atMs: monday + day * 86_400_000 + hour * 3_600_000,
  hour,
  weekday: (day % 7) + 1,
  dayNumber: 20_000 + day,
  ambientC,
});
const mean = (of: (moment: LocalMoment) => number, days: readonly number[], from: number, to: number): number => {
  const hours = days.flatMap((day) => Array.from({ length: (to - from) * 12 }, (_, i) => moment(day, from + i / 12)));
  return hours.reduce((sum, at) => sum + of(at), 0) / hours.length;
};
const weeks = Array.from({ length: 28 }, (_, day) => day);
const workdays = weeks.filter((day) => day % 7 < 5);
const weekends = weeks.filter((day) => day % 7 >= 5);

test('a household draws 5 to 20 kWh a day, more in the evening than at night, and has breakfast later on weekends', () => {
  const home = (at: LocalMoment) => householdW(5, at);
  for (const days of [workdays, weekends]) {
    expect(mean(home, days, 0, 24) * 24).toBeGreaterThan(5_000);
    expect(mean(home, days, 0, 24) * 24).toBeLessThan(20_000);
    expect(mean(home, days, 18, 21)).toBeGreaterThan(1.8 * mean(home, days, 1, 4));
  }
  expect(mean(home, workdays, 6, 8)).toBeGreaterThan(1.2 * mean(home, weekends, 6, 8));
  expect(mean(home, weekends, 11, 15)).toBeGreaterThan(1.5 * mean(home, workdays, 11, 15));
});

test('a heat pump draws more the colder it is, up to its rating, and almost nothing in summer', () => {
  const pump = { wattsPerKelvin: 200, ratedW: 3000 };
  const at = (ambientC: number, hour = 10) => heatPumpW(1, pump, moment(3, hour, ambientC));
  expect(at(25)).toBeLessThan(40);
  const colder = [20, 10, 5, 0, -5, -15].map((ambientC) => at(ambientC));
  expect(colder).toEqual(colder.toSorted((a, b) => a - b));
  expect(at(-40)).toBeLessThanOrEqual(3025);
  expect(at(25, 13)).toBeGreaterThan(300);
});

test('a car charges on its share of the days, from the evening on, at constant power, and past midnight if necessary', () => {
  const car = { ratedW: 3_700, energyWh: 12_000, share: 0.5 };
  const days = Array.from({ length: 200 }, (_, day) => day);
  const powers = days.flatMap((day) => Array.from({ length: 96 }, (_, i) => [i / 4, carW(3, car, moment(day, i / 4))]));
  expect(new Set(powers.map(([, watts]) => watts))).toEqual(new Set([0, 3_700]));
  const charging = powers.filter(([, watts]) => watts! > 0).map(([hour]) => hour!);
  expect(charging.filter((hour) => hour > 6 && hour < 17)).toEqual([]);
  expect(charging.some((hour) => hour < 3)).toBe(true);
  const kWhADay = (charging.length / 4) * 3.7;
  expect(kWhADay / 200).toBeGreaterThan(4);
  expect(kWhADay / 200).toBeLessThan(8);
});

test('a workshop draws power on workdays and less at noon and on weekends', () => {
  const shop = (at: LocalMoment) => workshopW(9, at);
  expect(mean(shop, workdays, 8, 11)).toBeGreaterThan(5 * mean(shop, weekends, 8, 11));
  expect(mean(shop, workdays, 12, 12.5)).toBeLessThan(0.8 * mean(shop, workdays, 9, 11));
});

test('a load is the sum of its components, and equal for the same seed', () => {
  const habits: Habits = {
    kind: 'home',
    scale: 2,
    heatPump: { wattsPerKelvin: 200, ratedW: 3000 },
    car: { ratedW: 3_700, energyWh: 9_000, share: 1 },
  };
  const at = moment(2, 19.5, -3);
  const parts = 2 * householdW(7, at) + heatPumpW(7, habits.heatPump!, at) + carW(7, habits.car!, at);
  expect(loadW(7, habits, at)).toBe(parts);
  expect(loadW(7, habits, at)).not.toBe(loadW(8, habits, at));
});
