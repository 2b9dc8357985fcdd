// When the energy lost by a high grid voltage is a problem: a noticeable part of a device, and enough of the plant together.
import { describe, expect, test } from 'vitest';
import { addDays } from '../../../platform/calendar/rules/localDays.ts';
import { beginOf, isOver, noticeableLosses, type VoltageLossDay } from './voltageLoss.ts';

/** Days from 1 June that produced 20 kWh each, with their losses, kWh; null: unknown. */
const daysOf = (lost: readonly (number | null)[], energyWh = 20_000): VoltageLossDay[] =>
  lost.map((kWh, n) => ({ day: addDays('2026-06-01', n), lostWh: kWh === null ? null : kWh * 1000, energyWh }));

describe('a loss is noticed', () => {
  test.each<[string, Record<string, VoltageLossDay[]>, string[]]>([
    ['of 2 per cent of a week', { A: daysOf([0, 0, 0, 0, 0, 0, 2.9]) }, ['A']],
    ['but not of 1.9 per cent', { A: daysOf([0, 0, 0, 0, 0, 0, 2.7]) }, []],
    ['but not of a microinverter that loses little', { A: daysOf([0, 0.2, 0.2], 1500) }, []],
    [
      'of microinverters that lose enough together',
      {
        A: daysOf([0.2, 0.2], 1500),
        B: daysOf([0.2, 0.2], 1500),
        C: daysOf([0.2, 0.2], 1500),
        D: daysOf([0, 0], 1500),
      },
      ['A', 'B', 'C'],
    ],
    ['of a device that produces nothing else', { A: daysOf([5], 0) }, ['A']],
    ['but not of an unknown loss', { A: daysOf([null, null, null]) }, []],
    ['but not without days', { A: [] }, []],
  ])('%s', (_case, days, expected) => {
    expect(noticeableLosses(new Map(Object.entries(days)))).toEqual(expected);
  });
});

describe('a loss began', () => {
  const free = (count: number) => Array<number>(count).fill(0);
  test.each<[string, (number | null)[], string | undefined]>([
    ['on the first day that lost a noticeable part', [0.1, 1, 0, 1], '2026-06-02'],
    ['before a break of 13 days', [1, ...free(13), 1], '2026-06-01'],
    ['after a break of 14 days', [1, ...free(14), 1], '2026-06-16'],
    ['on no day', [0, null, 0.3], undefined],
  ])('%s', (_case, lost, expected) => {
    expect(beginOf(daysOf(lost))).toBe(expected);
  });
});

test.each<[boolean, string, VoltageLossDay[]]>([
  [true, 'after 14 days without a noticeable loss', daysOf(Array<number>(14).fill(0.3))],
  [false, 'after a day with one', daysOf([...Array<number>(13).fill(0), 0.5])],
  [true, 'with half of the days reported', daysOf(Array<number>(7).fill(0))],
  [false, 'with fewer days reported', daysOf(Array<number>(6).fill(0))],
])('is over: %s, %s', (expected, _case, days) => {
  expect(isOver(days)).toBe(expected);
});
