// A plant's row shows unknown values as empty, never as 0.
import { expect, test } from 'vitest';
import { t } from '../../i18n/translation.ts';
import { siteColumns } from './columns.tsx';
import type { SiteRow } from './siteList.ts';

test('shows an unknown peak power as a dash in the list and leaves it empty in the CSV', () => {
  const column = siteColumns(t).find(({ id }) => id === 'powerMax')!;
  const cellAndCsv = (powerMax: number) => {
    const row = { powerMax } as SiteRow;
    return [column.cell(row), column.csv![0]!.value(row)];
  };
  expect(cellAndCsv(0)).toEqual(['–', null]);
  expect(cellAndCsv(6900)).toEqual(['6.90', 6.9]);
});

test('compares the last week with a clear sky over the days on which both are known', () => {
  const day = (energy: number | null, expected: number | null) => ({ day: '2026-06-08', energy, expected });
  const csvOf = (week: SiteRow['week']) =>
    siteColumns(t)
      .find(({ id }) => id === 'week')!
      .csv!.map(({ value }) => value({ week } as SiteRow));
  expect(csvOf([day(2, 4), day(null, 4), day(0, 4), day(3, null)])).toEqual([5, 25]);
  expect(csvOf([day(null, 4)])).toEqual([null, null]);
  expect(csvOf([])).toEqual([null, null]);
});

test('offers the open job that is due first to installers, with its person, day and number in the CSV', () => {
  const columnOf = (isInstaller: boolean) => siteColumns(t, { isInstaller }).find(({ id }) => id === 'job')!;
  expect([true, false].map((isInstaller) => columnOf(isInstaller).isHiddenByDefault ?? false)).toEqual([false, true]);
  const csvOf = (row: Partial<SiteRow>) => columnOf(true).csv!.map(({ value }) => value(row as SiteRow));
  const job = { userId: 8, name: 'Anna Berg', dueDay: '2026-12-03' };
  expect(csvOf({ job, jobs: 3 })).toEqual(['Anna Berg', '2026-12-03', 3]);
  expect(csvOf({ job: null, jobs: 0 })).toEqual(['', '', 0]);
});
