// Year-on-year comparison: compared days, and the change corrected for sunlight.
import { expect, test } from 'vitest';
import { addDays, type Day, eachDay } from '../../platform/calendar/rules/localDays.ts';
import { comparedYears, correctedByClearDays, correctedByLight, type DayEnergy, dayBefore } from './yearOnYear.ts';

const daysOf = (from: Day, to: Day, energyWh: number, completeness = 1): [Day, DayEnergy][] =>
  eachDay(from, to).map((day) => [day, { energyWh, completeness }]);

test('compares days known in both years, newest year first', () => {
  const days = new Map([
    ...daysOf('2023-06-01', '2023-06-30', 1000),
    ...daysOf('2024-06-11', '2024-07-10', 900),
    ...daysOf('2025-06-01', '2025-06-20', 800),
  ]);
  expect(comparedYears(days).map(({ days: of, ...year }) => ({ ...year, days: of.length, from: of[0] }))).toEqual([
    { year: 2025, energyWh: 8000, beforeWh: 9000, days: 10, from: '2025-06-11' },
    { year: 2024, energyWh: 18_000, beforeWh: 20_000, days: 20, from: '2024-06-11' },
  ]);
});

test('excludes days with too little data in either year, and 29 February', () => {
  const days = new Map([...daysOf('2023-02-27', '2023-03-02', 1000), ...daysOf('2024-02-27', '2024-03-02', 900)]);
  days.set('2023-02-28', { energyWh: 1000, completeness: 0.5 });
  days.set('2024-03-02', { energyWh: 900, completeness: 0.89 });
  expect(comparedYears(days).map(({ days: of }) => of)).toEqual([['2024-02-27', '2024-03-01']]);
  // A year without energy gives no change.
  expect(
    comparedYears(new Map([...daysOf('2023-06-01', '2023-06-02', 0), ...daysOf('2024-06-01', '2024-06-02', 1)])),
  ).toEqual([]);
  expect(comparedYears(new Map())).toEqual([]);
});

test('corrects a darker year by measured irradiation', () => {
  const days = new Map([...daysOf('2024-06-01', '2024-06-30', 1000), ...daysOf('2025-06-01', '2025-06-30', 790)]);
  const [year] = comparedYears(days);
  const light = new Map(
    eachDay('2025-06-01', '2025-06-30').flatMap((day): [Day, number][] => [
      [day, 4000],
      [dayBefore(day), 5000],
    ]),
  );
  expect(correctedByLight(year!, days, light)).toEqual({ change: expect.closeTo(790 / 800 - 1, 9), days: 30 });
  // Only days with known irradiation in both years count; too few give no result.
  for (const day of eachDay('2025-06-01', '2025-06-10')) light.delete(day);
  expect(correctedByLight(year!, days, light)!.days).toBe(20);
  light.delete(addDays('2024-06-01', 20));
  expect(correctedByLight(year!, days, light)).toBeNull();
  expect(correctedByLight(year!, days, new Map())).toBeNull();
});

test('weights a summer more than a winter when correcting by clear days', () => {
  const summer = { level: 0.9, levelBefore: 1, days: 5, daysBefore: 8, weight: 9 };
  const winter = { level: 1, levelBefore: 1, days: 4, daysBefore: 3, weight: 1 };
  expect(correctedByClearDays([summer, winter])).toEqual({ change: expect.closeTo(-0.09, 9), days: 9 });
  expect(correctedByClearDays([])).toBeNull();
});
