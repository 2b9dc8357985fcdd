// Rows of a report: days for up to 62 days, months for longer periods, cut at the ends of the period.
import { expect, test } from 'vitest';
import { reportRows } from './reportRows.ts';

test('a short period has one row per day with data', () => {
  const { by, rows } = reportRows({ from: '2026-02-01', to: '2026-02-28' }, { from: '2026-02-10', to: '2026-02-12' });
  expect(by).toBe('day');
  expect(rows.map(({ from }) => from)).toEqual(['2026-02-10', '2026-02-11', '2026-02-12']);
});

test('a longer period has one row per month, the first and last cut to the period', () => {
  const requested = { from: '2026-01-15', to: '2026-03-31' };
  expect(reportRows(requested, { from: '2026-01-15', to: '2026-03-20' })).toEqual({
    by: 'month',
    rows: [
      { from: '2026-01-15', to: '2026-01-31' },
      { from: '2026-02-01', to: '2026-02-28' },
      { from: '2026-03-01', to: '2026-03-31' },
    ],
  });
});

test('62 days have rows by day, 63 by month, and a period without data has no rows', () => {
  expect(reportRows({ from: '2026-01-01', to: '2026-03-03' }, { from: '2026-01-01', to: '2026-03-03' }).by).toBe('day');
  expect(reportRows({ from: '2026-01-01', to: '2026-03-04' }, { from: '2026-01-01', to: '2026-03-04' }).by).toBe(
    'month',
  );
  expect(reportRows({ from: '2026-01-01', to: '2026-01-31' }, { from: '2026-01-31', to: '' }).rows).toEqual([]);
});
