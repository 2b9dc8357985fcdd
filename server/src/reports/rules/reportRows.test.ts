// rules/reportRows: days up to 62 of them, months of longer periods, cut at the ends of what was asked.
import { expect, test } from 'vitest';
import { reportRows } from './reportRows.ts';

test('a short period has a row a day, as far as it is told of', () => {
  const { by, rows } = reportRows({ from: '2026-02-01', to: '2026-02-28' }, { from: '2026-02-10', to: '2026-02-12' });
  expect(by).toBe('day');
  expect(rows.map(({ from }) => from)).toEqual(['2026-02-10', '2026-02-11', '2026-02-12']);
});

test('a longer one has a row a month, the first and the last cut', () => {
  const asked = { from: '2026-01-15', to: '2026-03-31' };
  expect(reportRows(asked, { from: '2026-01-15', to: '2026-03-20' })).toEqual({
    by: 'month',
    rows: [
      { from: '2026-01-15', to: '2026-01-31' },
      { from: '2026-02-01', to: '2026-02-28' },
      { from: '2026-03-01', to: '2026-03-31' },
    ],
  });
});

test('62 days are days, 63 are months, and nothing told is no row', () => {
  expect(reportRows({ from: '2026-01-01', to: '2026-03-03' }, { from: '2026-01-01', to: '2026-03-03' }).by).toBe('day');
  expect(reportRows({ from: '2026-01-01', to: '2026-03-04' }, { from: '2026-01-01', to: '2026-03-04' }).by).toBe(
    'month',
  );
  expect(reportRows({ from: '2026-01-01', to: '2026-01-31' }, { from: '2026-01-31', to: '' }).rows).toEqual([]);
});
