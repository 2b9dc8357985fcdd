// The energy view: bars of days, months and years, their sums, and the plant's other measured flows.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { overview, SID, siteChart, siteDetail, siteSums } from '../../../../test/answers.ts';
import { type Answers, openPage, type Reader, unavailable } from '../../../../test/page.tsx';
import type { EnergySlot } from '../../../components/chart/energyOption.ts';

/** Slots passed to the chart. */
const drawn = vi.hoisted(() => ({ slots: [] as readonly EnergySlot[] | undefined }));
vi.mock('../../../components/EnergyChart.tsx', () => ({
  EnergyChart: ({ slots, error, onRetry }: { slots: readonly EnergySlot[]; error: unknown; onRetry: () => void }) => {
    drawn.slots = slots;
    return error ? (
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    ) : null;
  },
}));

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-06-10T14:00:00+02:00'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const days = siteChart('kWh', {
  '2026-06-08T00:00:00+02:00': 41.25,
  '2026-06-09T00:00:00+02:00': null,
  '2026-06-10T00:00:00+02:00': 12.5,
});
const plant: Answers = {
  'site/overview': overview(),
  'site/detail': siteDetail(),
  'site/statistics/echarts': days,
  'site/statistics/date': siteSums(),
};
const open = (answers: Answers = {}, search = '', as: Reader = { role: 'installer' }) =>
  openPage(`/pvPlant/detail?sid=${SID}&view=energy${search}`, { ...plant, ...answers }, as);
const table = async () => within(await screen.findByRole('table'));

test('requests the days of this month and shows their sum, their revenue and the best day', async () => {
  const { container, requests } = await open();
  await table();
  expect(requests('site/statistics/echarts')).toEqual([
    {
      sid: SID,
      types: 3,
      rangeDate: '2026-06-01~2026-06-30',
      withYearBefore: true,
      withMoney: true,
      withFlowProvenance: true,
    },
  ]);
  expect(requests('site/statistics/date')).toEqual([
    { sid: SID, types: 1, rangeDate: '2026-06-01~2026-06-30', withBalance: true },
  ]);
  expect(container.textContent).toMatch(/640.*kWh/);
  expect(container.textContent).toContain('217.6');
  expect(container.textContent).toMatch(/41\.3.*kWh.*Jun 8, 2026/);
});

test('draws a bar for each day and counts a day without data as a gap, never as zero', async () => {
  await open();
  await table();
  expect(drawn.slots!.map(({ period, energyKwh }) => [period, energyKwh])).toEqual([
    ['2026-06-08', 41.25],
    ['2026-06-09', null],
    ['2026-06-10', 12.5],
  ]);
});

test('lists the newest day first, below the sum of all', async () => {
  await open();
  const rows = (await table()).getAllByRole('row').map((row) => row.textContent);
  expect(rows[1]).toMatch(/^Total640\.00/);
  expect(rows[2]).toMatch(/Jun 10, 2026.*12\.50.*counted by the device/);
  expect(rows[3]).toMatch(/Jun 9, 2026.*–/);
});

test('steps to the month before, and writes it to the URL', async () => {
  const { address, requests } = await open();
  await table();
  fireEvent.click(screen.getByLabelText('Previous'));
  await waitFor(() => expect(requests('site/statistics/date')).toHaveLength(2));
  expect(requests('site/statistics/echarts').at(-1)!.rangeDate).toBe('2026-05-01~2026-05-31');
  expect(address()).toContain('from=2026-05-01&to=2026-05-31');
});

test('offers no step into the future', async () => {
  await open();
  await table();
  expect(screen.getByLabelText('Next').matches('[disabled], [data-disabled]')).toBe(true);
});

test('compares months with the same days of the year before', async () => {
  const comparison = { energy: 600, before: 500, days: 30, from: '2026-05-01', to: '2026-05-30' };
  const months = siteChart(
    'kWh',
    { '2026-05-01T00:00:00+02:00': 620 },
    { yearBefore: { bars: [comparison], all: comparison } },
  );
  const { requests } = await open({ 'site/statistics/echarts': months }, '&by=month');
  const row = (await table()).getByText('May 2026').closest('tr')!;
  expect(row.textContent).toMatch(/620\.00.*500\.00.*\+20%/);
  expect(requests('site/statistics/echarts')[0]).toMatchObject({ types: 5, rangeDate: '2026-01-01~2026-12-31' });
});

test('shows sources and uses of a plant with a meter, each with its sum, and marks those of a reversed meter', async () => {
  const known = { unit: 'kWh', source: 'counted', completeness: 1, spread: null } as const;
  const kWh = (energy: number | null) => ({ ...known, energy, missing: [] });
  const balance = {
    production: kWh(640),
    fromGrid: kWh(120),
    toGrid: kWh(260),
    charge: kWh(null),
    discharge: kWh(null),
    generator: kWh(null),
    home: kWh(500),
    measuredHome: kWh(null),
    unmeasured: kWh(null),
    ownUse: kWh(380),
    autarchy: 0.76,
    money: null,
  };
  const doubtful = [{ figure: 'grid', code: 'reversedGrid', title: 'Reversed meter' } as const];
  const { container } = await open({ 'site/statistics/date': siteSums({ balance, doubtful }) });
  await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(3));
  const [sources, uses] = screen.getAllByRole('table').map(({ textContent }) => textContent);
  expect(sources).toMatch(/640\.00.*120\.00.*760\.00$/);
  expect(uses).toMatch(/500\.00.*260\.00.*760\.00$/);
  expect(container.textContent).toContain('380.00 kWh');
  for (const label of ['Import', 'Export', 'Self-sufficiency']) screen.getByLabelText(`Unreliable: ${label}`);
  expect(screen.getAllByLabelText(/^Unreliable/)).toHaveLength(3);
});

test('requests and shows no money for a role without the permission', async () => {
  const { container, requests } = await open({}, '', { role: 'installer', without: ['SiteMoney'] });
  await table();
  expect(requests('site/statistics/echarts')[0]!.withMoney).toBe(false);
  expect(container.textContent).not.toMatch(/€|EUR/);
});

test('draws the bars when a retry succeeds after the server was unavailable', async () => {
  const { answer } = await open({ 'site/statistics/echarts': unavailable });
  const retry = await screen.findByText('Try again');
  answer({ 'site/statistics/echarts': days });
  fireEvent.click(retry);
  (await table()).getByText('41.25');
});

test('opens the curve of a day from its row, and lists all measured flows of a home', async () => {
  const flow = (name: string, ...data: number[]) => ({ name, unit: 'kWh', data, stack: '' });
  const home = {
    ...days,
    series: [
      ...days.series,
      flow('Consumption', 20, 0, 15),
      flow('From grid', 5, 0, 4),
      flow('To grid', 26.25, 0, 1.5),
    ],
  };
  const { address } = await open({ 'site/statistics/echarts': home });
  const day = (await table()).getByRole('link', { name: /Jun 8, 2026/ });
  expect(day.closest('tr')!.textContent).toMatch(/41\.25.*20\.00.*5\.00.*26\.25/);
  screen.getByRole('button', { name: 'Solar, used directly' });
  fireEvent.click(day);
  await waitFor(() => expect(address()).toContain('view=power&day=2026-06-08'));
});

test('links no row of a month', async () => {
  await open({ 'site/statistics/echarts': siteChart('kWh', { '2026-05-01T00:00:00+02:00': 620 }) }, '&by=month');
  expect((await table()).queryByRole('link')).toBeNull();
});

test('leads to the explanation of the page in the guide', async () => {
  const { address } = await open();
  await table();
  fireEvent.click(screen.getByRole('link', { name: 'What is this?' }));
  await screen.findByText('Energy and money', { selector: 'h2' });
  expect(address()).toBe('/guide#energy');
});
