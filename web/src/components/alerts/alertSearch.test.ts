// What an address says of alerts, and what is asked for it.
import { expect, test } from 'vitest';
import { readAlertSearch } from './alertSearch.ts';
import { alertsOf } from './alertsOf.ts';

test('an address says state, level, days in their order, company, words and page', () => {
  const search = readAlertSearch({
    state: 'closed',
    level: 'fault',
    from: '2026-06-15',
    to: '2026-06-01',
    company: '12',
    q: ' roof ',
    page: '2',
  });
  expect(search).toEqual({
    state: 'closed',
    level: 'fault',
    from: '2026-06-01',
    to: '2026-06-15',
    company: 12,
    q: 'roof',
    page: 2,
  });
  expect(alertsOf({ keywords: search.q, company: search.company }, search)).toMatchObject({
    page: { num: 2 },
    filters: {
      state: 'closed',
      level: 'fault',
      keywords: 'roof',
      company: 12,
      start_date: '2026-06-01',
      end_date: '2026-06-15',
    },
  });
});

test('what is no state, level, day, company or page is left out', () => {
  for (const odd of [
    { from: '2026-02-30' },
    { from: 20260601 },
    { to: '1066-10-14' },
    { company: '0' },
    { company: 'mine' },
    { company: 1.5 },
    { page: -1 },
    { state: 'gone' },
    { level: 3 },
    { code: 'no code' },
    { code: {} },
  ])
    expect(
      Object.values(readAlertSearch(odd)).filter((value) => value !== undefined),
      JSON.stringify(odd),
    ).toEqual([]);
});

test('a code is asked for if there is one of that name; the router takes one of digits for a number', () => {
  expect(readAlertSearch({ code: 4000 })).toMatchObject({ code: '4000' });
  expect(alertsOf({}, { code: '4000' }).filters).toMatchObject({ code: '4000' });
  expect(alertsOf({}, { code: 'silence' }).filters).toMatchObject({ code: 'silence' });
  expect(alertsOf({}, { code: '4001' }).filters?.code).toBeUndefined();
});
