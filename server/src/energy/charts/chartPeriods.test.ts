// Chart ranges as clients send them, as bars of the plant's calendar.
import { describe, expect, it } from 'vitest';
import { barsOf, periodOf, requestedDay } from './chartPeriods.ts';

const today = '2026-06-15';

describe('barsOf', () => {
  it.each([
    ['makes one bar of one day', 3, { rangeDate: '2026-06-01~2026-06-01' }, ['01/06/2026']],
    [
      'includes both ends of a range',
      3,
      { rangeDate: '2024-02-28~2024-03-01' },
      ['28/02/2024', '29/02/2024', '01/03/2024'],
    ],
    ['extends any day to its month', 5, { rangeDate: '2025-12-31~2026-01-01' }, ['12/2025', '01/2026']],
    ['extends any day to its year', 6, { rangeDate: '2025-12-31~2026-01-01' }, ['2025', '2026']],
    ['begins years with the first data', 6, {}, ['2024', '2025', '2026']],
  ] as const)('%s', (_name, types, request, labels) =>
    expect(barsOf(types, request, today, '2024-11-30').map(({ label }) => label)).toEqual(labels),
  );
  it('uses the current month, the current year or all years without a date', () => {
    expect(barsOf(3, {}, today, null).length).toBe(30);
    expect(barsOf(5, { date: '2024-02' }, today, null)[11]).toEqual({
      label: '12/2024',
      from: '2024-12-01',
      to: '2024-12-31',
    });
    expect(barsOf(6, {}, today, null).length).toBe(1);
  });
  it.each([
    ['2026-06-02~2026-06-01', 'timeReversed'],
    ['2020-01-01~2026-06-01', 'rangeTooLong'],
    ['2026-02-29~2026-03-01', 'badRequest'],
  ])('refuses %s', (rangeDate, code) => expect(() => barsOf(3, { rangeDate }, today, null)).toThrow(code));
});

it('requestedDay reads days, months and years', () => {
  expect([undefined, '', '2026-05-31', '2026-05', '2026'].map((date) => requestedDay(date, today))).toEqual([
    today,
    today,
    '2026-05-31',
    '2026-05-01',
    '2026-01-01',
  ]);
  expect(() => requestedDay('31/05/2026', today)).toThrow('badRequest');
});

it('periodOf returns whole months and years', () => {
  expect(periodOf(2, '2024-02-10', today)).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  expect(periodOf(3, undefined, today)).toEqual({ from: '2026-01-01', to: '2026-12-31' });
});
