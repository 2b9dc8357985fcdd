// The power view of a day: bands of coarse steps, the zoom in the URL, and comparison with another day, device, module or plant.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  deviceChart,
  openProblem,
  overview,
  SID,
  siteChart,
  siteDetail,
  siteDevice,
  siteRow,
  siteSums,
} from '../../../../test/answers.ts';
import { type Answers, choose, openPage, refused } from '../../../../test/page.tsx';

const FIRST = '1F90AF01';
const SECOND = '1F90AF02';
const OTHER = 'DE_20260101_bbbbbb';
const DAY = '2026-06-09';
const LINES = [
  ['Production', 'W'],
  ['Grid Voltage', 'V'],
  ['Frequency', 'Hz'],
  ['Temperature', '°C'],
  ['Power_1', 'W'],
  ['Power_2', 'W'],
] as const;
const BAND = 'Band: min-max per interval';

type DeviceChart = Response<'device/statistics/echarts'>;
type Series = DeviceChart['series'];
const band = (data: (number | null)[], by: number) => ({
  least: data.map((value) => value && value - by),
  greatest: data.map((value) => value && value + by),
});
/** Slots at 13:00 and one step later. */
function slots(step: number) {
  const first = Date.parse(`${DAY}T13:00:00+02:00`);
  return Object.fromEntries(
    [0, 1].map((n) => [new Date(first + n * step * 60_000 + 7_200_000).toISOString().replace('.000Z', '+02:00'), 120]),
  );
}
const withBands = <Chart extends { series: Series }>(chart: Chart, series: Series) => ({
  ...chart,
  legend: series.map(({ name }) => name),
  series,
  bands: series.map(({ data }) => band(data, 40)),
});
const line = (name: string, unit: string, watts = 120) => ({ name, unit, data: [watts, watts], stack: '' });
const moduleChart = (step: number): Response<'device/modules/statistics/echarts'> => ({
  ...withBands(deviceChart('W', slots(step)), [line('Power', 'W', 72), line('Neighbours Power', 'W', 48)]),
  neighbours: 3,
});
const device = (sn: string) => siteDevice({ sn, alias: '', kind: 'microinverter', expectedUploadS: 30 });
const plant: Answers = {
  'site/overview': overview({ deviceList: [device(FIRST), device(SECOND)], expectedUploadS: 30 }),
  'site/detail': ({ sid }) => siteDetail(sid === OTHER ? { sid, siteName: 'Neighbour with a roof' } : {}),
  'device/powerParamateMap': { list: LINES.map(([name, unit]) => ({ name, unit, title: name })) },
  'device/statistics/echarts': ({ lines = [], minInterval = 5 }) =>
    withBands(
      deviceChart('W', slots(minInterval)),
      lines.map((name) => line(name, LINES.find(([lineName]) => lineName === name)![1])),
    ),
  'device/modules/statistics/echarts': ({ minInterval = 5 }) => moduleChart(minInterval),
  'site/statistics/echarts': ({ minInterval = 5 }) => siteChart('W', slots(minInterval)),
  'device/history/files': { list: [], total: 0, underWay: 0 },
  'site/statistics/date': siteSums(),
  'device/statistics/date': siteSums(),
  'device/modules/statistics/date': siteSums(),
  'site/listWithSN': { list: [siteRow({ sid: OTHER, siteName: 'Neighbour with a roof' })], total: 1 },
} as Answers;
const open = (search: string, answers: Answers = {}) =>
  openPage(
    `/pvPlant/detail?sid=${SID}&view=power&day=${DAY}${search}`,
    { ...plant, ...answers },
    { role: 'installer' },
  );
const step = () => screen.getByRole('combobox', { name: 'Step' }).textContent;
const pick = (name: string, option: string | RegExp) => choose(screen.getByRole('combobox', { name }), option);
async function rowAtOne() {
  fireEvent.click(await screen.findByLabelText('Show as table'));
  const row = (await screen.findByText('13:00', { selector: 'th, td' })).closest('tr')!;
  return [...row.children].slice(1).map(({ textContent }) => textContent);
}
const legend = (name: string | RegExp) => screen.findByText(name, { selector: 'button, button *' });

test('requests the zoomed part of the day in finer steps, and the whole day after a reset', async () => {
  const { address, requests } = await open(`&device=${FIRST}&zoom=720-840`);
  const reset = await screen.findByLabelText('Reset zoom');
  expect(requests('device/statistics/echarts').at(-1)).toMatchObject({
    fromMinute: 720,
    toMinute: 840,
    minInterval: 1,
  });
  await waitFor(() => expect(step()).toContain('1 min'));
  fireEvent.click(reset);
  await waitFor(() => expect(address()).not.toContain('zoom='));
  await waitFor(() => expect(step()).toContain('5 min'));
});

test('compares the band of a module with its neighbours, in the selected step', async () => {
  const { address, requests } = await open(`&device=${FIRST}&module=1&zoom=720-840`);
  await screen.findByText(new RegExp(`^${BAND}`));
  await screen.findByText(/^Compared with the median of/);
  expect(requests('device/modules/statistics/echarts')[0]).toMatchObject({
    input: 1,
    withBands: true,
    fromMinute: 720,
    minInterval: 1,
  });
  await pick('Step', '15 min');
  await waitFor(() => expect(address()).toContain('step=15'));
  expect((await rowAtOne()).slice(0, 3)).toEqual(['72', '32', '112']);
});

test('switches from a device to one of its modules', async () => {
  const { address } = await open(`&device=${FIRST}`);
  await screen.findByText(new RegExp(`^${BAND}`));
  await pick('Module', 'Module 2');
  await waitFor(() => expect(address()).toContain('module=2'));
  await screen.findByRole('img', { name: /Module 2/ });
});

test('compares a device with the day before, and then with another device', async () => {
  const { address, requests } = await open(`&device=${FIRST}`);
  await screen.findByText(new RegExp(`^${BAND}`));
  await pick('Compare with', 'Compare with another day');
  await legend('Production, Jun 8, 2026');
  expect(address()).toContain('besideDay=2026-06-08');
  expect(requests('device/statistics/echarts').at(-1)).toMatchObject({ sn: FIRST, date: '2026-06-08' });
  await pick('Compare with', 'Compare with another device');
  await legend(`Production, ${SECOND}`);
  expect(address()).toContain(`besideDevice=${SECOND}`);
  expect(address()).not.toContain('besideDay');
});

test('draws quantities of four units at once', async () => {
  await open(`&device=${FIRST}`);
  await screen.findByText(new RegExp(`^${BAND}`));
  const quantities = within(screen.getByRole('group', { name: /^Quantities/ }));
  for (const name of [/^Grid Voltage/, /^Frequency/, /^Temperature/]) {
    fireEvent.click(quantities.getByRole('button', { name }));
    await waitFor(() => expect(quantities.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true'));
  }
  await screen.findByRole('img', { name: /in W, V, Hz, °C/ });
});

test('compares a plant with another plant found by search', async () => {
  const { address } = await open('');
  await screen.findByLabelText('Show as table');
  await pick('Compare with', 'Compare with another plant');
  fireEvent.click(screen.getByLabelText('Compared plant', { selector: 'input' }));
  fireEvent.click(await within(await screen.findByRole('listbox')).findByText(/^Neighbour with a roof/));
  await legend('Production, Neighbour with a roof');
  expect(address()).toContain(`besideSite=${OTHER}`);
});

test('shows that the compared plant does not exist or is not visible to the user', async () => {
  const siteNotFound = refused('siteNotFound', 'Plant not found or no access.');
  await open(`&besideSite=${OTHER}`, {
    'site/detail': ({ sid }) => (sid === OTHER ? siteNotFound : siteDetail()),
    'site/statistics/echarts': ({ sid }) => (sid === OTHER ? siteNotFound : siteChart('W', slots(5))),
    'site/statistics/date': ({ sid }) => (sid === OTHER ? siteNotFound : siteSums()),
  });
  await screen.findByText('Plant not found or no access.');
});

test.each([
  ['of the device', FIRST, 1],
  ['of another device', SECOND, 0],
  ['of the whole plant', '', 1],
])('marks the power of a device for a wrong measurement %s', async (_of, sn, marks) => {
  const concerns = sn === '' ? [] : [{ sn, input: null }];
  const wrong = openProblem({
    code: 'wrongDayCounter',
    title: 'Daily counter resets by day',
    concerns,
    doubtful: ['production'],
  });
  const site = { deviceList: [device(FIRST), device(SECOND)], expectedUploadS: 30, problems: [wrong] };
  await open(`&device=${FIRST}`, { 'site/overview': overview(site) });
  await screen.findByRole('img', { name: /Production/ });
  const found = screen.queryAllByLabelText('Unreliable: Production');
  expect(found).toHaveLength(marks);
  for (const mark of found)
    expect(mark.closest('details')!.querySelector('a')!.getAttribute('href')).toContain('view=setUp');
});
