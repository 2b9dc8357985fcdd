// Device page of a string inverter: header, live values, day, and the placeholders for missing data.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { device, deviceChart, deviceSums, lastData, SID, siteDetail, strings } from '../../../test/answers.ts';
import { type Answers, openPage, type Reader, refused, unavailable } from '../../../test/page.tsx';

const SN = 'A1000001';
const inverter: Answers = {
  'device/detail': device(),
  'site/detail': siteDetail(),
  'device/strings': strings(),
  'device/powerParamateMap': {
    list: [
      { name: 'Production', unit: 'W', title: 'Production' },
      { name: 'AC voltage', unit: 'V', title: 'AC voltage' },
    ],
  },
  'device/statistics/overview/electricity': { sid: SID, sn: SN, flows: [], ...lastData(60) },
  'device/statistics/overview': deviceSums(),
  'device/statistics/echarts': ({ types }) =>
    types === 1
      ? deviceChart('W', { '2026-06-10T12:00:00+02:00': 2100 })
      : deviceChart('kWh', { '2026-06-10T00:00:00+02:00': 6.25 }),
  'device/statistics/years': { list: [] },
};
const open = (answers: Answers = {}, search = '', as: Reader = { role: 'installer' }) =>
  openPage(`/devices/stringMachine?sid=${SID}&sn=${SN}${search}`, { ...inverter, ...answers }, as);
const produced = async () => (await screen.findByText('Solar power')).closest('div')!.parentElement!.textContent;
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

test('shows the name, the state and the plant of the device', async () => {
  const { container } = await open();
  await title('Roof');
  for (const text of ['Online', 'Firmware 12']) screen.getByText(text);
  expect(screen.getAllByText(SN).length).toBeGreaterThan(0);
  expect(screen.getByText('Mill Lane').getAttribute('href')).toBe(`/pvPlant/detail?sid=${SID}`);
  expect(container.textContent).toContain('5.00 kW');
});

test('shows its current power as a percentage of its rated power', async () => {
  await open();
  expect(await produced()).toMatch(/2\.10.*kW.*of 5\.00 kW · 42%/);
});

test('compares each input with those of its neighbours', async () => {
  await open();
  const rows = within(await screen.findByRole('table', { name: /^Inputs/ })).getAllByRole('row');
  expect(rows[1]!.textContent).toMatch(/1.*400\.0.*3\.50.*1,400.*100%/);
  expect(rows[2]!.textContent).toMatch(/2.*400\.0.*1\.75.*700.*50%/);
  screen.getByText(/\(3 inverters\)\./);
});

test('shows temperatures in the unit of the user', async () => {
  const { container } = await open({ 'site/detail': siteDetail({ shownTemperatureUnit: 'Fahrenheit' }) });
  await produced();
  await waitFor(() => expect(container.textContent).toContain('106.7 °F'));
});

test('marks values as no longer live once the device is offline', async () => {
  await open({ 'device/detail': device({ status: -1, isLive: false, ...lastData(7200) }) });
  await screen.findByText('Offline');
  expect(screen.getAllByLabelText('no longer live').length).toBeGreaterThan(0);
  expect(await produced()).not.toContain('42%');
});

test('shows a placeholder for a device that has never reported', async () => {
  const never = { lastUpdate: '', lastUpdateTime: 0, lastUpdateCal: '', lastUpdateIso: null };
  await open({
    'device/detail': device({ status: -1, isLive: false, CPUVersion: '', ...never }),
    'device/strings': strings(never),
    'device/powerParamateMap': { list: [] },
  });
  await screen.findByText('has never reported');
  screen.getByText('Values appear here as soon as the device reports.');
  expect(screen.queryByText('Solar power')).toBeNull();
});

test('shows an open alert at the top, with its code and a link to all alerts', async () => {
  const alert = { alertCode: '0004', alertTitle: 'Grid voltage too high', alertDescription: 'Above 253 V.' };
  await open({ 'device/detail': device({ status: 1, ...alert }) });
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toMatch(/^Grid voltage too high.*0004.*Above 253 V\./);
  expect(within(notice).getByRole('link').getAttribute('href')).toContain('view=alerts');
});

test('requests the day in the address and steps to the previous day', async () => {
  const { address, requests } = await open({}, '&day=2026-05-02');
  await produced();
  const days = () => requests('device/statistics/echarts').filter(({ types }) => types === 1);
  await waitFor(() => expect(days()[0]).toMatchObject({ sn: SN, date: '2026-05-02', lines: ['Production'] }));
  fireEvent.click(screen.getAllByLabelText('Previous')[0]!);
  await waitFor(() => expect(days().at(-1)!.date).toBe('2026-05-01'));
  expect(address()).toContain('day=2026-05-01');
});

test('shows the production of today, this month, this year and the lifetime', async () => {
  await open();
  const row = within(await screen.findByRole('table', { name: '' }))
    .getByText('Production')
    .closest('tr')!;
  expect(row.textContent).toMatch(/6\.25 kWh.*320\.00 kWh.*2,605\.00 kWh.*4,200\.00 kWh/);
});

test('redirects to the page of its kind when the address is for another kind', async () => {
  const { address, requests } = await open({
    'device/detail': device({ kind: 'meter' }),
    'bdnz/three/overview': refused('deviceNotFound', 'No such device.'),
    'bdnz/three/echarts': refused('deviceNotFound', 'No such device.'),
  });
  await title('Roof');
  expect(address()).toBe(`/devices/electricMeter?sid=${SID}&sn=${SN}`);
  expect(requests('bdnz/three/overview')[0]).toEqual({ sid: SID, sn: SN });
});

test('reports an unknown device when the user may see none of that number, and links to the plants', async () => {
  await open({ 'device/detail': refused('deviceNotFound', 'No such device.') }, '', { role: 'owner' });
  await screen.findByText('This device does not exist');
  expect(screen.getByText('All plants').closest('a')!.getAttribute('href')).toBe('/pvPlant');
});

test('shows the loaded parts while one part failed, and that part after a retry', async () => {
  const { answer } = await open({ 'device/strings': unavailable });
  await title('Roof');
  const retry = await screen.findByText('Try again');
  answer(inverter);
  fireEvent.click(retry);
  expect(await produced()).toContain('2.10');
});
