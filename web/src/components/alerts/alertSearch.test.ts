// Search parameters of alerts in an address, and the request for them.
import { expect, test } from 'vitest';
import { readAlertSearch } from './alertSearch.ts';
import { alertsOf } from './alertsOf.ts';

test('an address holds state, level, ordered days, company, keywords and page', () => {
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

test('an invalid state, level, code, day, company or page is ignored', () => {
  for (const invalid of [
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
      Object.values(readAlertSearch(invalid)).filter((value) => value !== undefined),
      JSON.stringify(invalid),
    ).toEqual([]);
});

test('a code is requested if it exists, also when the router parsed its digits as a number', () => {
  expect(readAlertSearch({ code: 4000 })).toMatchObject({ code: '4000' });
  expect(alertsOf({}, { code: '4000' }).filters).toMatchObject({ code: '4000' });
  expect(alertsOf({}, { code: 'silence' }).filters).toMatchObject({ code: 'silence' });
  expect(alertsOf({}, { code: '4001' }).filters?.code).toBeUndefined();
});
