// The plant list of an owner: a few plants are cards without list tools, a single one is large, and without any there is a first step.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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

test('lists a few plants as cards without search, filters or views, and links to a new plant', async () => {
  await openPage('/pvPlant', plants('First house', 'Second house'), { role: 'owner' });
  const cards = within(await screen.findByRole('list', { name: 'Plants' }));
  expect(cards.getAllByRole('listitem')).toHaveLength(2);
  const main = within(screen.getByRole('main'));
  expect(main.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Join a plant']);
  expect(main.queryByRole('searchbox')).toBeNull();
  expect(main.getByText('New plant').closest('a')!.getAttribute('href')).toBe('/pvPlant/edit');
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

test('shows the only plant of an owner on the plant list, from where it opens', async () => {
  const { address } = await openPage('/pvPlant', plants('Mill Lane'), { role: 'owner' });
  const only = within(await screen.findByRole('list', { name: 'Plants' }));
  expect(address()).toBe('/pvPlant');
  fireEvent.click(only.getByText('Mill Lane'));
  await waitFor(() => expect(address()).toBe(`/pvPlant/detail?sid=${SID}`));
});

test('shows an owner without plants how to set one up or join one', async () => {
  const offers = [
    {
      sid: SID,
      kind: 'owner',
      siteName: 'Mill Lane',
      city: '',
      fromEmail: 'ines@example.com',
      expiresIso: '2026-12-24T00:00:00Z',
    },
  ] as const;
  await openPage('/pvPlant', { ...plants(), 'account/offers': { list: [...offers] } }, { role: 'owner' });
  await screen.findByRole('heading', { name: 'Add your first plant' });
  expect(screen.getByText('New plant').closest('a')!.getAttribute('href')).toBe('/pvPlant/edit');
  screen.getByRole('heading', { name: 'Get invited' });
  within(screen.getByRole('main')).getByText('rosa@example.com');
  await screen.findByText('1 plant is offered to you.');
  expect(screen.getByText('Show offers').closest('a')!.getAttribute('href')).toBe('/ucenter/account');
});
