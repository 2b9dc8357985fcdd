// The compared period of the energy view.
import { expect, test } from 'vitest';
import { comparedPeriod } from './comparedPeriod.ts';

const TODAY = '2026-06-10';
const june = { by: 'day', from: '2026-06-01', to: '2026-06-30' } as const;

test.each([
  ['a month with the month before', june, 'previous', '2026-05-01', '2026-05-31'],
  ['a month with the same a year earlier', june, 'yearAgo', '2025-06-01', '2025-06-30'],
  ['days with as many from any first day', june, '2024-02-10', '2024-02-10', '2024-03-10'],
  [
    'a week with the week before',
    { by: 'range', from: '2026-06-04', to: '2026-06-10' },
    'previous',
    '2026-05-28',
    '2026-06-03',
  ],
  [
    '29 February with 28 February',
    { by: 'range', from: '2028-02-29', to: '2028-02-29' },
    'yearAgo',
    '2027-02-28',
    '2027-02-28',
  ],
  [
    'a year with the year before',
    { by: 'month', from: '2026-01-01', to: '2026-12-31' },
    'previous',
    '2025-01-01',
    '2025-12-31',
  ],
  [
    'a year with twelve months from any month',
    { by: 'month', from: '2026-01-01', to: '2026-12-31' },
    '2023-07-15',
    '2023-07-01',
    '2024-06-30',
  ],
] as const)('compares %s', (_, shown, compare, from, to) => {
  expect(comparedPeriod(shown, compare, TODAY)).toEqual({ from, to });
});
