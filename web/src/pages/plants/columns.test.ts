// What a plant's row says where nothing is known: nothing, never 0.
import { expect, test } from 'vitest';
import { t } from '../../i18n/translation.ts';
import { siteColumns } from './columns.tsx';
import type { SiteRow } from './siteList.ts';

test('a size that is not known is a dash in the list and nothing in the CSV', () => {
  const column = siteColumns(t).find(({ id }) => id === 'powerMax')!;
  const said = (powerMax: number) => {
    const row = { powerMax } as SiteRow;
    return [column.cell(row), column.csv![0]!.value(row)];
  };
  expect(said(0)).toEqual(['–', null]);
  expect(said(6900)).toEqual(['6.90', 6.9]);
});
