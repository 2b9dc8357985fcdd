// The plant list of an owner: a few plants are cards without list tools, and a single plant opens directly.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { overview, SID, siteChart, siteCounts, siteDetail, siteRow } from '../../../test/answers.ts';
import { type Answers, openPage } from '../../../test/page.tsx';

const plants = (...names: string[]): Answers => ({
  'site/listWithSN': {
    list: names.map((siteName, n) => siteRow({ siteName, sid: n === 0 ? SID : `DE_20260101_bbbbb${n}` })),
    total: names.length,
  },
  'overview/siteStatusCounts': siteCounts({ siteCount: names.length }),
  'site/overview': overview(),
  'site/detail': siteDetail(),
  'site/statistics/echarts': siteChart('W', {}),
});

test('lists a few plants as cards without search, filters, views or a create button', async () => {
  await openPage('/pvPlant', plants('First house', 'Second house'), { role: 'owner' });
  const cards = within(await screen.findByRole('list', { name: 'Plants' }));
  expect(cards.getAllByRole('listitem')).toHaveLength(2);
  const main = within(screen.getByRole('main'));
  expect(main.queryByRole('button')).toBeNull();
  expect(main.queryByRole('searchbox')).toBeNull();
  expect(main.queryByText('New plant')).toBeNull();
});

test('opens the only plant of an owner', async () => {
  const { address } = await openPage('/pvPlant', plants('Mill Lane'), { role: 'owner' });
  await waitFor(() => expect(address()).toBe(`/pvPlant/detail?sid=${SID}`));
  await screen.findByRole('heading', { level: 1, name: 'Mill Lane' });
});
