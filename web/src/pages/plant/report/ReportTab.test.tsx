// The report of a plant: its figures, the days of its period, and the period in the URL.
import type { Response } from '@heliograph/contract/calls.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { overview, SID, siteDetail } from '../../../../test/answers.ts';
import { type Answers, openPage, unavailable } from '../../../../test/page.tsx';
import { queryClient } from '../../../api/useCall.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-06-10T14:00:00+02:00'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

type Report = Response<'site/report'>;
const row = (day: string, energy: number | null, completeness: number): Report['rows'][number] => ({
  from: day,
  to: day,
  energy,
  specificYield: energy,
  expected: null,
  yearBefore: null,
  worth: 0.38,
  home: null,
  fromGrid: null,
  toGrid: null,
  charge: null,
  discharge: null,
  provenance: energy === null ? { source: 'none', completeness: 0 } : { source: 'counted', completeness },
});
const report = (from: string, to: string): Report => ({
  sid: SID,
  siteName: 'Mill Lane',
  address: 'Mill Lane 3, Ulm',
  timezone: 'Europe/Berlin',
  powerMax: 400,
  commissionedOn: '2026-01-02',
  currency: 'EUR',
  from,
  to,
  until: to,
  isRunning: false,
  energy: 38.75,
  provenance: { source: 'counted', completeness: 0.9 },
  specificYield: 96.875,
  expected: null,
  performance: { ratio: null, irradiation: null, days: 0, sensors: 0, missing: 'noSensor' },
  availability: { share: 0.98, daylightHours: 400, silentHours: 8, faultHours: 0, missing: null },
  alerts: null,
  problems: null,
  balance: null,
  worth: 11.63,
  money: null,
  negativePrices: null,
  devices: [],
  worthBasis: {
    by: 'electricityPrice',
    kind: 'flat',
    price: 0.3,
    feedInPrice: null,
    ownUseShare: null,
    hasChanged: false,
  },
  benefit: overview().benefit,
  doubtful: [],
  yearBefore: { energy: 3.75, before: 3, days: 3, from: '2026-05-08', to: '2026-05-20' },
  rowsBy: 'day',
  rows: [row('2026-05-08', 1.25, 1), row('2026-05-09', 1.25, 0.6), row('2026-05-10', null, 0)],
});
const plant: Answers = {
  'site/overview': overview(),
  'site/detail': siteDetail(),
  'site/report': ({ from, to }) => report(from, to),
};
const open = (search = '&day=2026-05-20', answers: Answers = {}) =>
  openPage(`/pvPlant/detail?sid=${SID}&view=report${search}`, { ...plant, ...answers }, { role: 'installer' });
const figure = async (label: string) =>
  (await screen.findAllByText(label))[0]!.closest('div')!.parentElement!.textContent.replaceAll('\u00a0', ' ');

test('shows production, yield and revenue of a month, and why a figure is missing', async () => {
  const { requests } = await open();
  expect(await figure('Production')).toContain('38.8 kWh');
  expect(await figure('Production')).toMatch(/\+25% compared with the same 3 days a year earlier, May.8.*20,.2025/);
  expect(await figure('Specific yield')).toMatch(/96\.9.*kWh\/kWp/);
  expect(await figure('Value')).toContain('€11.63');
  expect(await figure('Performance ratio')).toContain('Needs an irradiance sensor');
  const basis = screen.getByLabelText('About: Value').closest('details')!;
  expect(basis.textContent).toContain('Valued at 0.30 EUR/kWh: no grid meter');
  expect(requests('site/report')).toEqual([{ sid: SID, from: '2026-05-01', to: '2026-05-31' }]);
});

test('marks the figures that a wrong measurement makes doubtful, and no others', async () => {
  const title = 'Day counter begins at noon';
  const doubtful = [{ figure: 'production', code: 'wrongDayCounter', title } as const];
  await open(undefined, { 'site/report': ({ from, to }) => ({ ...report(from, to), doubtful }) });
  const mark = (await screen.findAllByLabelText('Unreliable: Production'))[0]!.closest('details')!;
  expect(mark.textContent).toContain(title);
  expect(mark.querySelector('a')!.getAttribute('href')).toContain('view=setUp');
  // Beside the figure and over its column.
  expect(screen.getAllByLabelText('Unreliable: Specific yield').map(({ tagName }) => tagName)).toEqual([
    'SUMMARY',
    'svg',
  ]);
  expect(screen.queryByLabelText('Unreliable: Value')).toBeNull();
});

test('marks the performance ratio, and nothing else, while the irradiance sensor is stuck', async () => {
  const doubtful = [{ figure: 'performanceRatio', code: 'stuckSensor', title: 'Irradiance sensor stuck' } as const];
  await open(undefined, { 'site/report': ({ from, to }) => ({ ...report(from, to), doubtful }) });
  const mark = (await screen.findByLabelText('Unreliable: Performance ratio')).closest('details')!;
  expect(mark.textContent).toContain('Irradiance sensor stuck');
  expect(screen.getAllByLabelText(/^Unreliable/)).toHaveLength(1);
});

test('lists the days of the period with the completeness of each', async () => {
  await open();
  const table = within(await screen.findByRole('table'));
  const cells = table.getAllByRole('row').map((line) => [...line.children].map(({ textContent }) => textContent));
  expect(cells.slice(1).map((line) => [line[1], line.at(-1)])).toEqual([
    ['1.25', ''],
    ['1.25', '60%'],
    ['–', '–'],
  ]);
});

test('lists the problems of the period with their days and losses, or says that there are none', async () => {
  const problem = {
    code: 'silence',
    startMs: 0,
    level: 'fault',
    title: 'No data',
    alias: '',
    modules: 0,
    times: 1,
    lostMoney: '',
  } as const;
  const problems = [
    {
      ...problem,
      sn: 'A7',
      alias: 'West',
      devices: 1,
      from: '2026-05-04',
      until: null,
      days: 38,
      lostKwh: 12.3,
      lostMoney: '3.69',
    },
    { ...problem, sn: '', devices: 4, from: '2026-05-11', until: '2026-05-12', days: 2, times: 5, lostKwh: null },
  ];
  await open('', { 'site/report': ({ from, to }) => ({ ...report(from, to), problems }) });
  const table = within(await screen.findByRole('table', { name: /^Problems/ }));
  const cells = table.getAllByRole('row').map((line) => [...line.children].map(({ textContent }) => textContent));
  expect(cells.slice(1)).toEqual([
    ['No data', 'West', 'May 4, 2026', 'open', '38', '1', '12.30', '3.69'],
    ['No data', '4 devices', 'May 11, 2026', 'May 12, 2026', '2', '5', '–', '–'],
  ]);
  cleanup();
  queryClient.clear();
  await open('', { 'site/report': ({ from, to }) => ({ ...report(from, to), problems: [] }) });
  await screen.findByText('No problems in this period');
});

test('switches to weeks, and steps to the week before', async () => {
  const { address, requests } = await open();
  await figure('Production');
  fireEvent.click(screen.getByLabelText('Week'));
  await waitFor(() => expect(address()).toContain('span=week'));
  await waitFor(() => expect(requests('site/report').at(-1)).toMatchObject({ from: '2026-05-18', to: '2026-05-24' }));
  fireEvent.click(screen.getByLabelText('Previous'));
  await waitFor(() => expect(requests('site/report').at(-1)).toMatchObject({ from: '2026-05-11', to: '2026-05-17' }));
  expect(address()).toContain('day=2026-05-11');
});

test('shows an error instead of a skeleton for a report that could not be loaded', async () => {
  const { container } = await open('', { 'site/report': unavailable });
  await screen.findByText(/This part could not be loaded/);
  expect(container.querySelector('main [data-bone]')).toBeNull();
});
