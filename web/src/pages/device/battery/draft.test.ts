// Draft of battery settings: times in common notations, and periods that begin where the last one ends.
import type { BatteryLimits } from '@heliograph/contract/batterySettings.ts';
import { expect, test } from 'vitest';
import { clockText, draftOf, minutesOf, settingsOf, withPeriod } from './draft.ts';

test.each<[string, number]>([
  ['7', 420],
  ['07:30', 450],
  ['7.30', 450],
  ['0730', 450],
  [' 24:00 ', 1440],
  ['0', 0],
])('parses "%s" as a time', (text, minutes) => {
  expect(minutesOf(text)).toBe(minutes);
});

test.each(['', 'noon', '7:60', '7:3', '-1:00', '1e3', '7:30 pm'])('rejects "%s" as a time', (text) => {
  expect(minutesOf(text)).toBeNaN();
});

const range = { min: 0, max: 100, step: 1 };
const limits: BatteryLimits = {
  modes: ['ownUse', 'timeOfUse'],
  reservePercent: range,
  shutdownPercent: range,
  peakW: range,
  periods: { most: 3, powerW: { ...range, max: 12_000 }, targetPercent: range },
  ratedW: 1_500,
};

test('converts settings to a draft and back without loss', () => {
  const period = { fromMin: 1_320, toMin: 360, action: 'charge', powerW: 900, targetPercent: 80 } as const;
  const settings = { mode: 'timeOfUse', reservePercent: 15, shutdownPercent: 5, peakW: 0, periods: [period] } as const;
  expect(draftOf(settings).periods[0]).toMatchObject({ from: '22:00', to: '06:00' });
  expect(settingsOf(draftOf(settings), limits)).toEqual(settings);
  expect(clockText(1_440)).toBe('24:00');
});

test('converts an empty field to NaN', () => {
  const empty = { mode: 'ownUse', reservePercent: '', shutdownPercent: 5, peakW: '', periods: [] } as const;
  expect(settingsOf(empty, limits)).toMatchObject({ reservePercent: Number.NaN, peakW: Number.NaN });
  expect(settingsOf(empty, { peakW: null }).peakW).toBeNull();
});

test('starts the next period where the last one ends, limited to the rated power', () => {
  const draft = { mode: 'timeOfUse', reservePercent: 15, shutdownPercent: 5, peakW: 0, periods: [] } as const;
  const two = withPeriod(withPeriod(draft, limits), limits);
  expect(two.periods).toMatchObject([
    { key: 0, from: '02:00', to: '04:00', action: 'charge', powerW: 1_500, targetPercent: 100 },
    { key: 1, from: '04:00', to: '06:00', action: 'discharge', powerW: 1_500, targetPercent: 15 },
  ]);
});
