// The energy view of any range: money, the year before, records, and ranges that are too long or fail to load.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { overview, SID, siteChart, siteDetail, siteSums } from '../../../../test/answers.ts';
import { type Answers, choose, openPage, refused, unavailable } from '../../../../test/page.tsx';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-06-10T14:00:00+02:00'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const days = siteChart('kWh', { '2026-06-09T00:00:00+02:00': 41.25, '2026-06-10T00:00:00+02:00': 12.5 });
const plant: Answers = {
  'site/overview': overview(),
  'site/detail': siteDetail(),
  'site/statistics/echarts': days,
  'site/statistics/date': siteSums(),
};
const open = (search: string, answers: Answers = {}) =>
  openPage(`/pvPlant/detail?sid=${SID}&view=energy${search}`, { ...plant, ...answers }, { role: 'installer' });
const table = async () => within(await screen.findByRole('table'));
const cellsOf = async (name: string | RegExp) => {
  const row = (await table()).getByText(name).closest('tr')!;
  return [...row.children].map(({ textContent }) => textContent);
};

test('shows bought energy and fixed charges next to the revenue, as figures and as columns of the table', async () => {
  const amounts = [
    { worth: 13.61, importCost: 1.2, fixedCharge: 0.4 },
    { worth: 4.13, importCost: null, fixedCharge: 0.4 },
  ];
  const money = { saved: null, earned: null, importCost: 31.5, fixedCharge: 12, byHour: 0.4 };
  await open('', {
    'site/statistics/echarts': { ...days, money: amounts },
    'site/statistics/date': siteSums({ money }),
  });
  const heads = (await table()).getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads.slice(2, 5)).toEqual([
    expect.stringMatching(/^Value.*EUR/),
    expect.stringMatching(/^Grid cost.*EUR/),
    expect.stringMatching(/^Fixed charges.*EUR/),
  ]);
  expect((await cellsOf(/Jun 9, 2026/)).slice(2, 5)).toEqual(['13.61', '1.20', '0.40']);
  expect((await cellsOf(/Jun 10, 2026/)).slice(2, 5)).toEqual(['4.13', '–', '0.40']);
  expect((await cellsOf('Total')).slice(2, 5)).toEqual(['217.60', '31.50', '12.00']);
  const figure = (label: string) => screen.getAllByText(label)[0]!.closest('div')!.parentElement!.textContent;
  expect(figure('Grid cost')).toContain('31.50');
  expect(figure('Fixed charges')).toContain('12.00');
  screen.getByText(/the rest at the daily average/);
});

test('compares a month and the whole year with the same days of the year before', async () => {
  const march = { energy: 600, before: 500, days: 31, from: '2025-03-01', to: '2025-03-31' };
  const all = { energy: 1190, before: 1400, days: 61, from: '2025-03-01', to: '2025-04-30' };
  const months = siteChart(
    'kWh',
    { '2025-03-01T00:00:00+01:00': 600, '2025-04-01T00:00:00+02:00': 590 },
    { yearBefore: { bars: [march, null], all } },
  );
  const { answer, container, requests } = await open('&by=month&year=2025', { 'site/statistics/echarts': months });
  expect((await cellsOf('March 2025')).slice(1, 4)).toEqual(['600.00', '500.00', '+20%']);
  expect((await cellsOf('April 2025')).slice(1, 4)).toEqual(['590.00', '–', '–']);
  expect((await cellsOf('Total')).slice(2, 4)).toEqual(['1,400.00', '-15%']);
  expect(container.textContent).toMatch(/-15% compared with the same 61 days a year earlier, Mar.1.*Apr.30,.2024/);
  answer({ 'site/statistics/echarts': siteChart('kWh', { '2024-03-01T00:00:00+01:00': 500 }) });
  fireEvent.click(screen.getByLabelText('Previous'));
  await waitFor(async () =>
    expect((await cellsOf('March 2024')).slice(1, 3)).toEqual(['500.00', 'counted by the device']),
  );
  expect(requests('site/statistics/echarts').at(-1)).toMatchObject({ types: 5, rangeDate: '2024-01-01~2024-12-31' });
  expect(screen.queryByText(/a year earlier/)).toBeNull();
});

test('shows the best day and the highest power with their dates, and no records of a plant without data', async () => {
  const recordPeak = { powerW: 7380, atIso: '2025-06-15T10:00:00+02:00', since: null };
  const { answer } = await open('', { 'site/overview': overview({ recordPeak }) });
  const card = (await screen.findByText('Records')).closest('section')!;
  expect(card.textContent).toMatch(/Best day.*62\.4.*kWh.*May 30, 2026/);
  expect(card.textContent).toMatch(/7\.38.*kW.*Jun 15, 2025, .*10:00/);
  answer({ 'site/overview': overview({ record: null, recordPeak: null }) });
});

test('draws a range by month as its length suggests, and by year once the user selects it', async () => {
  const months = siteChart('kWh', { '2026-05-01T00:00:00+02:00': 600, '2026-06-01T00:00:00+02:00': 54 });
  const { address, requests } = await open('&by=range', { 'site/statistics/echarts': months });
  await table();
  const bars = screen.getByRole('combobox', { name: 'Bars of the range' });
  expect(bars.textContent).toBe('By month');
  expect(requests('site/statistics/echarts').at(-1)).toMatchObject({ types: 5, rangeDate: '2025-07-01~2026-06-10' });
  await choose(bars, 'By year');
  await waitFor(() => expect(address()).toContain('bars=year'));
  await waitFor(() =>
    expect(requests('site/statistics/echarts').at(-1)).toMatchObject({ types: 6, rangeDate: '2025-07-01~2026-06-10' }),
  );
});

test('draws a range of a single day by day', async () => {
  const { requests } = await open('&by=range&from=2026-06-09&to=2026-06-09');
  await table();
  expect(screen.getByRole('combobox', { name: 'Bars of the range' }).textContent).toBe('By day');
  expect(requests('site/statistics/echarts')).toMatchObject([{ types: 3, rangeDate: '2026-06-09~2026-06-09' }]);
});

test('keeps the last 400 days of a range that is too long, and shows a notice', async () => {
  const { requests } = await open('&from=2015-01-01&to=2026-06-30');
  await screen.findByText('At most 400 days are shown at once.');
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' }).value;
  expect([field('From'), field('To')]).toEqual(['05/27/2025', '06/30/2026']);
  await table();
  expect(requests('site/statistics/echarts').map(({ rangeDate }) => rangeDate)).toEqual(['2025-05-27~2026-06-30']);
});

test.each([
  ['when the server does not answer', unavailable, 'This part could not be loaded'],
  [
    'when the call is refused',
    refused('notYet', 'That day has not begun at the plant.'),
    'That day has not begun at the plant.',
  ],
] as const)('shows the error instead of a skeleton %s', async (_, failure, message) => {
  const { container } = await open('&from=2099-01-01&to=2099-02-01', {
    'site/statistics/echarts': failure,
    'site/statistics/date': failure,
  });
  await screen.findByText(new RegExp(message));
  expect(container.querySelector('main [data-bone]')).toBeNull();
});

test('compares days with the period before, as a column with its own days', async () => {
  const { requests } = await open('&from=2026-06-09&to=2026-06-10&compare=previous');
  await waitFor(async () =>
    expect((await cellsOf(/^Tue, Jun.9, 2026$/)).slice(1, 4)).toEqual(['41.25', '41.25', '0%']),
  );
  expect(requests('site/statistics/echarts').map(({ types, rangeDate }) => [types, rangeDate])).toContainEqual([
    3,
    '2026-06-07~2026-06-08',
  ]);
  expect((await table()).getByRole('columnheader', { name: /^Jun.7.*Jun.8, 2026/ })).toBeTruthy();
});

test('compares each year with the one before, without another request', async () => {
  const years = siteChart('kWh', { '2025-01-01T00:00:00+01:00': 500, '2026-01-01T00:00:00+01:00': 600 });
  const { requests } = await open('&by=year&compare=previous', { 'site/statistics/echarts': years });
  expect((await cellsOf('2026')).slice(1, 4)).toEqual(['600.00', '500.00', '+20%']);
  expect((await cellsOf('2025')).slice(1, 4)).toEqual(['500.00', '–', '–']);
  expect(requests('site/statistics/echarts')).toHaveLength(1);
});

test('offers a comparison in all bars but those of the lifetime, and writes it to the URL', async () => {
  const { address } = await open('&by=range&from=2026-06-09&to=2026-06-10');
  await table();
  await choose(screen.getByRole('combobox', { name: 'Compare with' }), 'A year earlier');
  await waitFor(() => expect(address()).toContain('compare=yearAgo'));
  fireEvent.click(screen.getByText('Lifetime'));
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Compare with' })).toBeNull());
});
