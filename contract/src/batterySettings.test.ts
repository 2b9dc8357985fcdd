// Battery settings: validation, transport, and the schedule of a day.
import { describe, expect, test } from 'vitest';
import {
  BATTERY_MODES,
  type BatteryLimits,
  type BatteryPeriod,
  type BatterySettings,
  batteryLimits,
  batteryParameters,
  batteryProblems,
  dayOfBattery,
  isBatteryParameter,
  minutesOn,
  type NamedRange,
  parametersOfSettings,
  periodAt,
  settingsOfParameters,
} from './batterySettings.ts';

const percent = { min: 0, max: 100, step: 1 };
const limits: BatteryLimits = {
  modes: BATTERY_MODES,
  reservePercent: percent,
  shutdownPercent: { min: 0, max: 50, step: 1 },
  peakW: { min: 0, max: 100_000, step: 1 },
  periods: { most: 3, powerW: { min: 0, max: 12_000, step: 1 }, targetPercent: percent },
  ratedW: 5_000,
};
const at = (fromMin: number, toMin: number, rest: Partial<BatteryPeriod> = {}): BatteryPeriod => ({
  fromMin,
  toMin,
  action: 'charge',
  powerW: 2_000,
  targetPercent: 80,
  ...rest,
});
const set = (periods: readonly BatteryPeriod[], rest: Partial<BatterySettings> = {}): BatterySettings => ({
  mode: 'timeOfUse',
  reservePercent: 20,
  shutdownPercent: 10,
  peakW: 4_000,
  periods,
  ...rest,
});
const h = (hour: number, minute = 0): number => hour * 60 + minute;
const words = (settings: BatterySettings, within = limits) =>
  batteryProblems(settings, within).map((problem) =>
    'period' in problem ? [problem.word, problem.period] : problem.word,
  );

test.each<[string, readonly BatteryPeriod[], unknown[]]>([
  ['one', [at(h(2), h(5))], []],
  ['equal ends: one begins when the one before ends', [at(h(2), h(5)), at(h(5), h(6))], []],
  ['a whole day, to 24:00', [at(0, 1440)], []],
  ['to 00:00, which is 24:00', [at(h(20), 0)], []],
  ['the last over midnight, up to the first', [at(h(6), h(8)), at(h(22), h(6))], []],
  ['the only one, over midnight', [at(h(22), h(6))], []],
  ['overlapping by a minute', [at(h(2), h(5)), at(h(4, 59), h(6))], [['beforePrevious', 1]]],
  ['the same twice', [at(h(2), h(5)), at(h(2), h(5))], [['beforePrevious', 1]]],
  ['one within another', [at(h(2), h(8)), at(h(3), h(4))], [['beforePrevious', 1]]],
  ['not in the order of the day', [at(h(10), h(12)), at(h(6), h(8))], [['beforePrevious', 1]]],
  ['over midnight into the first', [at(h(5), h(8)), at(h(22), h(6))], [['beforePrevious', 0]]],
  ['one after one that goes on over midnight', [at(h(22), h(6)), at(h(23), h(23, 30))], [['beforePrevious', 1]]],
  ['that ends when it begins', [at(h(5), h(5))], [['noTime', 0]]],
  ['from 24:00', [at(1440, h(2))], [['noTime', 0]]],
  ['beyond the day', [at(h(23), 1441)], [['noTime', 0]]],
  ['at half a minute', [at(0.5, h(2))], [['noTime', 0]]],
  ['none', [], ['noPeriods']],
  ['more than the device keeps', [0, 2, 4, 6].map((hour) => at(h(hour), h(hour + 1))), ['tooManyPeriods']],
  ['a target below the reserve', [at(h(2), h(5), { targetPercent: 19 })], [['targetBelowReserve', 0]]],
  ['a target at the reserve', [at(h(2), h(5), { targetPercent: 20 })], []],
  ['a target above all', [at(h(2), h(5), { targetPercent: 101 })], [['targetOutOfRange', 0]]],
  ['a power above the rating', [at(h(2), h(5), { powerW: 5_001 })], [['aboveRating', 0]]],
  ['the rated power', [at(h(2), h(5), { powerW: 5_000 })], []],
  ['a power out of range', [at(h(2), h(5), { powerW: -1 })], [['powerOutOfRange', 0]]],
  ['no number', [at(Number.NaN, h(5))], [['noTime', 0]]],
])('periods: %s', (_, periods, problems) => {
  expect(words(set(periods))).toEqual(problems);
});

test.each<[string, Partial<BatterySettings>, unknown[]]>([
  ['a reserve below the shut-down level', { reservePercent: 9 }, ['reserveBelowShutdown']],
  ['a reserve at the shut-down level', { reservePercent: 10 }, []],
  ['half a per cent', { reservePercent: 20.5 }, ['outOfRange']],
  ['a shut-down level out of range', { shutdownPercent: 51, reservePercent: 60 }, ['outOfRange']],
  ['a peak that the device has and nobody said', { peakW: null }, ['outOfRange']],
  ['no periods where the mode follows none', { mode: 'backup', periods: [] }, []],
  ['a schedule that is kept for later is checked, too', { mode: 'backup', periods: [at(5, 5)] }, [['noTime', 0]]],
])('levels: %s', (_, rest, problems) => {
  expect(words(set([at(h(2), h(5), { targetPercent: 90 })], rest))).toEqual(problems);
});

test('what the device does not know is refused', () => {
  const small = { ...limits, modes: ['ownUse'] as const, periods: null };
  expect(words(set([at(0, 60)]), small)).toEqual(['mode', 'tooManyPeriods']);
});

describe('as parameters', () => {
  const catalogue = (names: readonly string[], over: Partial<Record<string, Partial<NamedRange>>> = {}) =>
    names.map((name) => ({ name, min: 0, max: 100, step: 1, ...over[name] }));
  const all = batteryParameters(limits);

  test('a set comes back as it was, and what is not used is zero', () => {
    const settings = set([at(h(22), h(6)), at(h(7), h(9), { action: 'discharge' })].toReversed());
    const values = parametersOfSettings(settings, limits);
    expect(Object.keys(values)).toEqual(all);
    expect(values).toMatchObject({ batteryMode: 2, batteryPeriod1Action: 2, batteryPeriod2Action: 1 });
    expect(values).toMatchObject({ batteryPeriod3Action: 0, batteryPeriod3StartMin: 0, batteryPeriod3PowerW: 0 });
    expect(settingsOfParameters(values, limits)).toEqual(settings);
    expect(all.every(isBatteryParameter)).toBe(true);
    expect(['reconnectTimeS', 'constructor', 'batteryPeriod9Action'].some(isBatteryParameter)).toBe(false);
  });

  test.each<[string, Record<string, number | null>]>([
    ['one is not known', { batteryPeriod2EndMin: null }],
    ['there is no such mode', { batteryMode: 7 }],
    ['there is no mode of number nothing', { batteryMode: 0 }],
    ['there is no such action', { batteryPeriod1Action: 3 }],
  ])('no set where %s', (_, wrong) => {
    const values = parametersOfSettings(set([at(h(2), h(5))]), limits);
    expect(settingsOfParameters({ ...values, ...wrong }, limits)).toBeNull();
  });

  test('a catalogue says which modes and how many periods there are', () => {
    expect(batteryLimits(catalogue(all, { batteryMode: { min: 1, max: 6 } }), 0)).toMatchObject({
      modes: BATTERY_MODES,
      ratedW: null,
      periods: { most: 3 },
    });
    const levels = ['batteryMode', 'batteryReservePercent', 'batteryShutdownPercent'];
    expect(batteryLimits(catalogue(levels, { batteryMode: { min: 1, max: 6 } }), 3_000)).toMatchObject({
      modes: ['ownUse', 'backup', 'feedInFirst', 'offGrid'],
      peakW: null,
      periods: null,
      ratedW: 3_000,
    });
    expect(batteryLimits(catalogue(levels.slice(1)), 0)).toBeNull();
    expect(batteryLimits(catalogue(levels, { batteryMode: { min: 7, max: 9 } }), 0)).toBeNull();
  });
});

describe('a day', () => {
  test('is whole, with what it does between its periods', () => {
    const day = dayOfBattery(set([at(h(17), h(21), { action: 'discharge', targetPercent: 30 }), at(h(22), h(6))]));
    expect(day.map(({ fromMin, toMin, does, percent: level }) => [fromMin / 60, toMin / 60, does, level])).toEqual([
      [0, 6, 'charge', 80],
      [6, 17, 'ownUse', 20],
      [17, 21, 'discharge', 30],
      [21, 22, 'ownUse', 20],
      [22, 24, 'charge', 80],
    ]);
  });

  test.each(BATTERY_MODES.filter((mode) => mode !== 'timeOfUse'))('of the mode %s is one part', (mode) => {
    const parts = dayOfBattery(set([at(0, 60)], { mode }));
    expect(parts).toEqual([
      { fromMin: 0, toMin: 1440, does: mode, powerW: null, percent: mode === 'backup' ? 100 : 20 },
    ]);
  });

  test('a minute belongs to one period or to none', () => {
    const periods = [at(h(6), h(8)), at(h(22), h(2))];
    const found = [h(5, 59), h(6), h(7, 59), h(8), h(22), 1439, 0, h(1, 59), h(2)].map((minute) =>
      periods.indexOf(periodAt(periods, minute)!),
    );
    expect(found).toEqual([-1, 0, 0, -1, 1, 1, 1, 1, -1]);
  });
});

const SPRING = { atMin: h(2), byMin: 60 };
const AUTUMN = { atMin: h(3), byMin: -60 };
test.each<[string, BatteryPeriod, typeof SPRING, number]>([
  ['of 23 hours, the period around it', at(h(1), h(5)), SPRING, 180],
  ['of 23 hours, the period within it', at(h(2, 10), h(2, 50)), SPRING, 0],
  ['of 23 hours, one that begins in it', at(h(2, 30), h(4)), SPRING, 60],
  ['of 23 hours, one that ends in it', at(h(1), h(2, 30)), SPRING, 60],
  ['of 23 hours, one that ends before it', at(0, h(2)), SPRING, 120],
  ['of 25 hours, the period around it', at(h(1), h(5)), AUTUMN, 300],
  ['of 25 hours, the period within it', at(h(2, 10), h(2, 50)), AUTUMN, 80],
  ['of 25 hours, one that begins in it', at(h(2, 30), h(4)), AUTUMN, 120],
  ['of 25 hours, one over midnight', at(h(22), h(6)), AUTUMN, 540],
  ['of 25 hours, one after it', at(h(3), h(4)), AUTUMN, 60],
])('on a day %s lasts as the clock on the wall says', (_, period, move, minutes) => {
  expect(minutesOn(period, move)).toBe(minutes);
});
