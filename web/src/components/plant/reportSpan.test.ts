// The span of a report from its address: weeks begin on Monday, no span begins after today, and a range is limited to the length of a report.
import { describe, expect, test } from 'vitest';
import { requestedSpan, stepped } from './reportSpan.ts';

const TODAY = '2026-06-17';

describe('the requested span', () => {
  test.each([
    [{}, '2026-06-01', '2026-06-30'],
    [{ span: 'day' }, TODAY, TODAY],
    [{ span: 'day', day: '2027-01-01' }, TODAY, TODAY],
    [{ span: 'week' }, '2026-06-15', '2026-06-21'],
    [{ span: 'week', day: '2026-06-14' }, '2026-06-08', '2026-06-14'],
    [{ span: 'month', day: '2024-02-11' }, '2024-02-01', '2024-02-29'],
    [{ span: 'year', day: '2024-02-11' }, '2024-01-01', '2024-12-31'],
    [{ span: 'range' }, '2026-06-01', TODAY],
    [{ span: 'range', from: '2026-05-03', to: '2027-05-03' }, '2026-05-03', TODAY],
    [{ span: 'range', from: '1926-05-03', to: TODAY }, '2016-06-10', TODAY],
  ] as const)('is resolved from the search parameters %j', (search, from, to) => {
    expect(requestedSpan(search, TODAY)).toMatchObject({ from, to });
  });
  test('reports when a range was shortened', () => {
    expect(requestedSpan({ span: 'range', from: '1926-05-03' }, TODAY).isCut).toBe(true);
  });
});

test('a step leads to the previous or next period', () => {
  const step = (search: Parameters<typeof requestedSpan>[0], by: 1 | -1) => {
    const requested = requestedSpan(search, TODAY);
    return requestedSpan({ ...search, ...stepped(requested, by, TODAY) }, TODAY);
  };
  expect(step({ span: 'day' }, -1)).toMatchObject({ from: '2026-06-16' });
  expect(step({ span: 'week' }, -1)).toMatchObject({ from: '2026-06-08', to: '2026-06-14' });
  expect(step({}, -1)).toMatchObject({ from: '2026-05-01', to: '2026-05-31' });
  expect(step({ span: 'month', day: '2026-05-10' }, 1)).toMatchObject({ from: '2026-06-01', to: '2026-06-30' });
  expect(step({ span: 'year' }, -1)).toMatchObject({ from: '2025-01-01', to: '2025-12-31' });
  expect(step({ span: 'range', from: '2026-06-08', to: '2026-06-10' }, -1)).toMatchObject({
    from: '2026-06-05',
    to: '2026-06-07',
  });
});

test('a page may set another default span and a lower maximum of days', () => {
  expect(requestedSpan({}, TODAY, { usual: 'day' })).toMatchObject({ from: TODAY, to: TODAY });
  const range = { span: 'range', from: '2020-01-01' } as const;
  expect(requestedSpan(range, TODAY, { usual: 'day', mostDays: 366 })).toMatchObject({
    from: '2025-06-17',
    isCut: true,
  });
});
