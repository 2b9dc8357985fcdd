// The power view of a plant with meters: quantities selected in the URL, as lines and as a table.
import type { ValuationBasis } from '@heliograph/contract/entities/statistics.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { overview, SID, siteChart, siteDetail, siteSums } from '../../../../test/answers.ts';
import { type Answers, openPage, unavailable } from '../../../../test/page.tsx';

const chart = siteChart('W', { '2026-06-09T12:00:00+02:00': 3000, '2026-06-09T12:05:00+02:00': 2900 });
const flow = (name: string, ...data: (number | null)[]) => ({ name, unit: 'W', data, stack: '' });
const measured = {
  ...chart,
  series: [
    ...chart.series,
    flow('Consumption', 1000, null),
    flow('Grid Power', -1200, -1100),
    flow('Battery Power', -800, -800),
  ],
};
const base = overview();
const plant: Answers = {
  'site/overview': { ...base, energy: { ...base.energy, grid: { ...base.energy.grid, show: true } } },
  'site/detail': siteDetail(),
  'site/statistics/echarts': measured,
  'site/statistics/date': siteSums(),
};
const open = (search = '&day=2026-06-09', answers: Answers = {}) =>
  openPage(`/pvPlant/detail?sid=${SID}&view=power${search}`, { ...plant, ...answers }, { role: 'installer' });
const quantity = async (name: string) =>
  (await screen.findByText(name, { selector: 'fieldset button' })) as HTMLElement;
const ALL = encodeURIComponent('["Production","Consumption","Grid Power","Battery Power"]');

test('draws the quantities that the user selects, and writes them to the URL', async () => {
  const { address } = await open();
  for (const name of ['Consumption', 'Grid power', 'Battery power']) fireEvent.click(await quantity(name));
  await waitFor(() => expect(address()).toContain('Battery'));
  screen.getByRole('img', { name: /Production, Consumption, Grid power, Battery power/ });
  screen.getByText(/^Above zero: from the grid/);
});

test('shows the quantities in the URL as a table, with gaps as dashes', async () => {
  await open(`&day=2026-06-09&lines=${ALL}`);
  expect((await quantity('Grid power')).getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(screen.getByLabelText('Show as table'));
  const rows = within(await screen.findByRole('table')).getAllByRole('row');
  const cells = rows.slice(1).map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells).toEqual([
    ['12:00', '3,000', '1,000', '-1,200', '-800'],
    ['12:05', '2,900', '–', '-1,100', '-800'],
  ]);
});

test('marks the drawn lines and the revenue of a plant whose grid meter is reversed, and links to its set-up', async () => {
  const title = 'Grid meter installed the other way round';
  const doubtful = (['grid', 'home', 'money'] as const).map((figure) => ({
    figure,
    code: 'reversedGrid' as const,
    title,
  }));
  await open(`&day=2026-06-09&lines=${ALL}`, { 'site/overview': overview({ ...plant['site/overview'], doubtful }) });
  const mark = (await screen.findByLabelText('Unreliable: Grid power')).closest('details')!;
  expect(mark.textContent).toContain(title);
  expect(mark.querySelector('a')!.getAttribute('href')).toContain('view=setUp');
  screen.getByLabelText('Unreliable: Consumption');
  for (const right of ['Production', 'Battery power'])
    expect(screen.queryByLabelText(`Unreliable: ${right}`)).toBeNull();
});

test('marks all lines while a clock is wrong', async () => {
  const doubtful = [{ figure: 'hours', code: 'wrongTimeZone', title: 'Wrong time zone' } as const];
  await open(`&day=2026-06-09&lines=${ALL}`, { 'site/overview': overview({ ...plant['site/overview'], doubtful }) });
  for (const name of ['Production', 'Consumption', 'Grid power', 'Battery power'])
    await screen.findByLabelText(`Unreliable: ${name}`);
});

test('ignores a day outside the valid range, and shows today', async () => {
  const { requests } = await open('&day=0001-01-01');
  await quantity('Consumption');
  expect(requests('site/statistics/echarts')[0]!.date).not.toContain('0001');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows an error instead of a skeleton for a day that could not be loaded', async () => {
  const { container } = await open('', { 'site/statistics/echarts': unavailable, 'site/statistics/date': unavailable });
  await screen.findByText(/This part could not be loaded/);
  expect(container.querySelector('main [data-bone]')).toBeNull();
});

test('shows the basis of the revenue next to the energy of the day', async () => {
  const worthBasis: ValuationBasis = {
    by: 'electricityPrice',
    kind: 'flat',
    price: 0.3,
    feedInPrice: null,
    ownUseShare: null,
    hasChanged: false,
  };
  await open('&day=2026-06-09', { 'site/statistics/date': siteSums({ worthBasis }) });
  const mark = (await screen.findByLabelText('About: Energy of the day')).closest('details')!;
  expect(mark.textContent).toContain('Valued at 0.30 EUR/kWh: no grid meter');
});
