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

test('shows the curve of today on the cards of up to four plants, of a home with all that it measures', async () => {
  const curve = siteChart('W', { '2026-06-10T12:00:00+02:00': 7000, '2026-06-10T12:05:00+02:00': 7300 });
  const flow = (name: string) => ({ name, unit: 'W', data: [300, 400], stack: '' });
  const home = { ...curve, series: [...curve.series, flow('Consumption'), flow('Grid Power')] };
  const answers = { ...plants('First house', 'Second house'), 'site/statistics/echarts': home };
  const { requests } = await openPage('/pvPlant', answers, { role: 'owner' });
  await screen.findByRole('img', { name: /^First house, .*Production, .*Consumption/ });
  await screen.findByRole('img', { name: /^Second house/ });
  expect(requests('site/statistics/echarts').map(({ sid, types, withFlows }) => [sid, types, withFlows])).toEqual([
    [SID, 1, true],
    ['DE_20260101_bbbbb1', 1, true],
  ]);
});

test('says on a card that there are no data today', async () => {
  await openPage('/pvPlant', plants('First house', 'Second house'), { role: 'owner' });
  expect(await screen.findAllByRole('img', { name: 'No data for this day' })).toHaveLength(2);
});

test('requests no curves for more than four plants', async () => {
  const { requests } = await openPage('/pvPlant', plants('A', 'B', 'C', 'D', 'E'), { role: 'owner' });
  await screen.findByText('E');
  expect(requests('site/statistics/echarts')).toEqual([]);
});

test('opens the only plant of an owner', async () => {
  const { address } = await openPage('/pvPlant', plants('Mill Lane'), { role: 'owner' });
  await waitFor(() => expect(address()).toBe(`/pvPlant/detail?sid=${SID}`));
  await screen.findByRole('heading', { level: 1, name: 'Mill Lane' });
});
