// Years on the module page: those of the module, and those of the whole device if it has several modules.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { lastData, SID, siteDetail } from '../../../../test/answers.ts';
import { type Answers, openPage } from '../../../../test/page.tsx';

const nothing = () => null;
// Parts of the page that have calls of their own.
vi.mock('./ModuleDay.tsx', () => ({ ModuleDay: nothing }));
vi.mock('./PeerComparison.tsx', () => ({ PeerComparison: nothing }));
vi.mock('./ModuleEnergies.tsx', () => ({ ModuleEnergies: nothing }));
vi.mock('../../../components/plant/alerts/AlertsTab.tsx', () => ({ AlertsTab: nothing, UpdateQuestions: nothing }));

type Module = Response<'device/modules/statistics/overview'>;
const facts = {
  page: 0,
  pageName: '',
  label: '',
  product: '',
  peakPower: null,
  stringNumber: null,
  tilt: null,
  azimuth: null,
  orientation: null,
  own: [],
  byZone: [],
  zone: null,
};
const energyOfPeriod = { energy: 1, unit: 'kWh', provenance: { source: 'counted', completeness: 1 } } as const;
const module = (addr: number): Module => ({
  ...facts,
  ...lastData(60),
  sid: SID,
  siteName: 'Mill Lane',
  sn: 'A1000001',
  alias: '',
  modelName: 'BDM-800',
  addr,
  plcSN: `A1000001_${addr}`,
  timezone: 'Europe/Berlin',
  ratedPower: 400,
  now: 200,
  nowUnit: 'W',
  peak: null,
  isEstimated: false,
  voltage: 40,
  current: 5,
  today: energyOfPeriod,
  yesterday: energyOfPeriod,
  month: energyOfPeriod,
  year: null,
  total: null,
  status: 0,
  statusTitle: 'Online',
  isAsleep: false,
  alertCode: '0000',
  alertTitle: 'OK',
  alertDescription: '',
  staleAfterS: 900,
});
const input = (addr: number): Response<'device/modules'>['list'][number] => ({
  ...facts,
  ...lastData(60),
  plcSN: `A1000001_${addr}`,
  addr,
  now: 200,
  isEstimated: false,
  todayPower: 1,
  voltage: 40,
  current: 5,
  units: 'W',
  status: '0',
  model: 800,
  model_name: 'BDM-800',
});
const year = (energy: number): Response<'device/statistics/years'>['list'][number] => ({
  year: 2025,
  energy,
  before: 500,
  days: 365,
  from: '2025-01-01',
  to: '2025-12-31',
  change: energy / 500 - 1,
  corrected: null,
});
const answersOf = (inputs: number[]): Answers => ({
  'site/detail': siteDetail(),
  'device/modules': { list: inputs.map(input), total: inputs.length },
  'device/modules/statistics/overview': (request) => module(request.input),
  'device/statistics/years': (request) => ({ list: [year(request.input === undefined ? 450 : 100 * request.input)] }),
});
const open = (inputs: number[]) =>
  openPage(`/devices/module/detail?sid=${SID}&sn=A1000001&input=1`, answersOf(inputs), { role: 'installer' });
const energyOf = async (title: string) => {
  const table = await screen.findByText(title, { selector: 'caption' });
  return table.closest('table')!.querySelector('tbody td')!.textContent;
};

test('shows the years of the module and of its device, and those of a sibling when it is opened', async () => {
  await open([1, 2]);
  expect(await energyOf('Year on year: A1000001_1')).toBe('100.00');
  expect(await energyOf('Year on year: all of A1000001')).toBe('450.00');
  fireEvent.click(screen.getByText(/^Input 2/, { selector: 'a' }));
  expect(await energyOf('Year on year: A1000001_2')).toBe('200.00');
  expect(await energyOf('Year on year: all of A1000001')).toBe('450.00');
});

test('shows one card of years for a device with one input', async () => {
  const { requests } = await open([1]);
  expect(await energyOf('Year on year')).toBe('100.00');
  await waitFor(() => expect(requests('device/statistics/years')).toEqual([{ sid: SID, sn: 'A1000001', input: 1 }]));
});
