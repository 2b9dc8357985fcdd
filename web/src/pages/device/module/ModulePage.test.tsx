// Module page: its values compared with its neighbours and siblings, its past days, and its editable position.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alerts, device, lastData, SID, siteChart, siteDetail } from '../../../../test/answers.ts';
import { type Answers, openPage, press, refused, typeIn } from '../../../../test/page.tsx';

const SN = '1F90AE01';
type Module = Response<'device/modules/statistics/overview'>;
type Chart = Response<'device/modules/statistics/echarts'>;
const energy = { energy: 0.5, unit: 'kWh', provenance: { source: 'counted', completeness: 1 } } as const;
const position = {
  page: 0,
  pageName: '',
  label: '',
  product: '',
  peakPower: null,
  stringNumber: null,
  tilt: 30,
  azimuth: 180,
  orientation: null,
  own: [],
  byZone: [],
  zone: null,
} satisfies Partial<Module>;
const { alertCode, alertTitle, alertDescription } = device();
const module = (input: number, change: Partial<Module> = {}): Module => ({
  sid: SID,
  siteName: 'Mill Lane',
  sn: SN,
  alias: '',
  modelName: 'Microinverter',
  plcSN: `${SN}_${input}`,
  addr: input,
  timezone: 'Europe/Berlin',
  ...position,
  ratedPower: null,
  now: 160.2 / input,
  nowUnit: 'W',
  isEstimated: false,
  voltage: 38.4,
  current: 4.2,
  peak: null,
  today: energy,
  yesterday: energy,
  month: energy,
  year: energy,
  total: energy,
  status: 0,
  statusTitle: 'Online',
  isAsleep: false,
  staleAfterS: 900,
  alertCode,
  alertTitle,
  alertDescription,
  ...lastData(9),
  ...change,
});
const sibling = (addr: number): Response<'device/modules'>['list'][number] => ({
  plcSN: `${SN}_${addr}`,
  addr,
  ...position,
  now: 160.2 / addr,
  isEstimated: false,
  todayPower: null,
  voltage: 38.4,
  current: 4.2,
  units: 'W',
  status: '0',
  model: 2250,
  model_name: 'Microinverter',
  ...lastData(9),
});
function chart(neighbours: number, line = 'Power', unit = 'W'): Chart {
  const noon = '2026-06-10T12:00:00+02:00';
  const { flowProvenance: _, money: __, yearBefore: ___, ...chartFields } = siteChart('W', { [noon]: 160 });
  const names = neighbours > 0 ? [line, `Neighbours ${line}`] : [line];
  return {
    ...chartFields,
    legend: names,
    neighbours,
    series: names.map((name) => ({ name, unit, data: [160], stack: '' })),
  };
}
const findings = (change: Partial<Response<'device/modules/findings'>> = {}): Response<'device/modules/findings'> => ({
  sid: SID,
  sn: SN,
  input: 1,
  timezone: 'Europe/Berlin',
  neighbours: 3,
  comparable: true,
  list: [],
  days: [],
  ...change,
});
const day = (date: string, state: 'sound' | 'clipped', share: number) => ({
  day: date,
  state,
  share,
  lostKwh: 0,
  isCold: false,
});
const page: Answers = {
  'device/modules': { list: [sibling(1), sibling(2)], total: 2 },
  'device/modules/statistics/overview': ({ input }) => module(input),
  'device/modules/statistics/echarts': ({ lines }) =>
    lines?.includes('Voltage') ? chart(3, 'Voltage', 'V') : chart(3),
  'device/modules/findings': findings(),
  'site/detail': siteDetail(),
  'device/alerts': alerts([]),
  'device/alerts/codes': { list: [] },
  'device/statistics/years': { list: [] },
};
const open = (answers: Answers = {}, search = '') =>
  openPage(`/devices/module/detail?sid=${SID}&sn=${SN}${search}`, { ...page, ...answers }, { role: 'installer' });
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const figure = (name: string) => screen.getByRole('group', { name }).textContent;
const card = async () =>
  within((await screen.findByRole('heading', { name: 'Comparison with neighbors' })).closest('section')!);

test('compares the first module of the device with the median of its neighbours', async () => {
  await open();
  await title(`${SN}_1`);
  expect(figure('Now')).toContain('160');
  expect(figure('Voltage')).toContain('38.4');
  await screen.findByText(/^Compared with 3 modules of the plant/);
  await screen.findByRole('img', { name: /median of the neighbors/ });
});

test('opens a sibling and keeps another quantity in the address', async () => {
  const { address, requests } = await open();
  await title(`${SN}_1`);
  const siblings = within(screen.getByRole('navigation', { name: 'Modules of the same device' }));
  fireEvent.click(siblings.getByText(/^Input 2/));
  await title(`${SN}_2`);
  expect(figure('Now')).toContain('80.1');
  fireEvent.click(screen.getByRole('button', { name: /^Voltage/ }));
  await waitFor(() => expect(address()).toContain('Voltage'));
  await waitFor(() =>
    expect(requests('device/modules/statistics/echarts').at(-1)).toMatchObject({
      input: 2,
      lines: ['Power', 'Voltage'],
    }),
  );
});

test('edits name, page, type and orientation by keyboard and rejects an impossible tilt', async () => {
  const { answer, requests } = await open({
    'device/modules/page': { list: [] },
    'device/modules/page/add': { page: 1 },
    'device/modules/edit': {},
    'device/modules/move/batch': { count: 1 },
  });
  await title(`${SN}_1`);
  fireEvent.click(await screen.findByText('Edit'));
  const editing = within(await screen.findByRole('dialog', { name: `Module ${SN}_1` }));
  typeIn(editing.getByLabelText('Name'), 'East 1');
  typeIn(editing.getByLabelText('or a new page'), 'East roof');
  typeIn(editing.getByLabelText('Module type'), 'Panel 430');
  typeIn(editing.getByLabelText('Peak power'), '430');
  const tilt = editing.getByLabelText('Tilt');
  typeIn(tilt, '95');
  await press('Enter', tilt);
  await waitFor(() => expect(tilt.getAttribute('aria-invalid')).toBe('true'));
  typeIn(tilt, '12.5');
  const edited = module(1, {
    label: 'East 1',
    page: 1,
    pageName: 'East roof',
    product: 'Panel 430',
    peakPower: 430,
    tilt: 12.5,
    own: ['tilt'],
  });
  answer({
    'device/modules/statistics/overview': edited,
    'device/modules/statistics/echarts': chart(0),
  });
  await press('Enter', tilt);
  await title('East 1');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const positionText = screen.getByRole('heading', { name: 'Position' }).closest('section')!.textContent;
  for (const text of ['East roof', '12.5°', 'Panel 430', '430']) expect(positionText).toContain(text);
  await screen.findByText(/^No other module of the plant/);
  expect(requests('device/modules/page/add')).toEqual([{ sid: SID, name: 'East roof' }]);
  expect(requests('device/modules/edit')).toMatchObject([
    { sn: SN, list: [{ input: 1, label: 'East 1', product: 'Panel 430', peakPower: 430, tilt: 12.5 }] },
  ]);
  expect(requests('device/modules/move/batch')).toEqual([{ sid: SID, page: 1, list: [{ sn: SN, input: 1 }] }]);
});

test('reports days on which the device limited the module, and that this is no fault', async () => {
  const days = [
    day('2026-06-08', 'sound', 0.99),
    day('2026-06-09', 'clipped', 0.64),
    day('2026-06-10', 'clipped', 0.66),
  ];
  await open({ 'device/modules/findings': findings({ days }) });
  const comparison = await card();
  await comparison.findByText('No known fault.');
  comparison.getByText(/^On 2 of these days its device was at its output limit/);
  expect(
    comparison.getAllByRole('button', { name: /less: device at its output limit, 6\d% of its neighbors/ }),
  ).toHaveLength(2);
  comparison.getByRole('button', { name: /like its neighbors/ });
});

test.each([
  [{ name: '', byZone: ['tilt', 'azimuth'] as const }, 'South 30°, row 2, column 7'],
  [{ name: 'Barn', byZone: ['tilt', 'azimuth'] as const }, 'Barn, row 2, column 7'],
  // The orientation is the module's own, not that of the zone.
  [{ name: '', byZone: [] as const }, 'Zone 1, row 2, column 7'],
])('calls the zone of its place as the layout does: %j is %s', async ({ name, byZone }, text) => {
  const zone = { id: 1, name, row: 2, column: 7 };
  await open({ 'device/modules/statistics/overview': module(1, { zone, byZone: [...byZone] }) });
  await screen.findByText(text);
});

test('mentions no limits when no day was limited', async () => {
  await open({ 'device/modules/findings': findings({ days: [day('2026-06-10', 'sound', 1)] }) });
  await (await card()).findByRole('button', { name: /like its neighbors/ });
  expect(screen.queryByText(/at its output limit/)).toBeNull();
});

test('reports an unknown module', async () => {
  await open({ 'device/modules': refused('deviceNotFound', 'No such device.') });
  await screen.findByText('This device does not exist');
});
