// Pages of meters, hybrids, batteries and sensors: each shows the values of its kind and nothing of another kind.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { device, deviceChart, deviceSums, lastData, overview, SID, siteDetail } from '../../../test/answers.ts';
import { type Answers, openPage } from '../../../test/page.tsx';

const SN = 'PAGES-1';
type Meter = Response<'bdnz/three/overview'>;
type Hybrid = Response<'ksp/overview'>;
type Flow = Response<'device/statistics/overview/electricity'>['flows'][number];

const { status, statusTitle, alertCode, alertTitle, alertDescription } = device();
const head = {
  sid: SID,
  sn: SN,
  alias: '',
  modelName: 'Any',
  timezone: 'Europe/Berlin',
  status,
  statusTitle,
  alertCode,
  alertTitle,
  alertDescription,
  isLive: true,
  staleAfterS: 900,
  ...lastData(5),
};
const figure = (energy: number | null) => ({
  energy,
  unit: 'kWh' as const,
  source: energy === null ? ('none' as const) : ('counted' as const),
  completeness: 1,
  spread: null,
});
const flow = (of: 'fromGrid' | 'toGrid', name: string, total: number, carriedOver = 0): Flow => ({
  flow: of,
  name,
  today: figure(0.03),
  yesterday: figure(null),
  month: figure(1),
  year: figure(1),
  total: figure(total),
  carriedOver,
});
const phase = (
  name: 'L1' | 'L2' | 'L3',
  voltage: number | null,
  current: number,
  power: number,
): Meter['ac']['phases'][number] => ({
  name,
  voltage,
  voltageUnit: 'V',
  current,
  currentUnit: 'A',
  power,
  powerUnit: 'W',
  reactivePower: null,
  reactivePowerUnit: 'var',
  powerFactor: null,
});
const ac = (power: number, change: Partial<Meter['ac']> = {}): Meter['ac'] => ({
  power,
  powerUnit: 'W',
  voltage: null,
  voltageUnit: 'V',
  current: null,
  currentUnit: 'A',
  frequency: 50.01,
  frequencyUnit: 'Hz',
  reactivePower: 210,
  reactivePowerUnit: 'var',
  powerFactor: null,
  phases: [],
  lineVoltages: [],
  ...change,
});
const meter = (change: Partial<Meter> = {}): Meter => ({
  ...head,
  meterType: null,
  powerMode: 'fourWire',
  role: 'grid',
  reversed: false,
  positiveEnergy: null,
  nativeEnergy: null,
  ac: ac(-4310, {
    phases: [phase('L1', 230.4, -6, -1200), phase('L2', 231.1, -6, -1300), phase('L3', 229.8, -9, -1810)],
  }),
  imbalance: { voltage: 0.3, current: 29, unit: '%', power: 610, powerUnit: 'W' },
  ...change,
});
const threeWires = meter({
  powerMode: 'threeWire',
  ac: ac(1290, {
    phases: [phase('L1', null, 2, 450), phase('L2', null, 1.9, 430), phase('L3', null, 1.8, 410)],
    lineVoltages: [
      { name: 'L1-L2', voltage: 401.2, voltageUnit: 'V' },
      { name: 'L2-L3', voltage: 399.8, voltageUnit: 'V' },
      { name: 'L3-L1', voltage: 400.5, voltageUnit: 'V' },
    ],
  }),
});
const idle = overview().energy;
const node = (power: number, direction: 0 | 1 | 2) => ({
  power: String(power),
  powerUnit: 'W' as const,
  direction,
  show: true,
  rate: '',
  showPower: true,
  ageS: 5,
  isOld: false,
});

const installed: Response<'device/meter/settings'> = {
  sid: SID,
  sn: SN,
  settable: 'meter',
  meterType: 'fourWire',
  role: 'grid',
  reversed: false,
  batteryReversed: false,
  list: [],
};

/** Answers of a page of this kind, with curves of 2026-06-10. */
function page(kind: Response<'device/detail'>['kind'], lines: readonly (readonly [string, string])[]): Answers {
  const noon = '2026-06-10T12:00:00+02:00';
  const curves: Response<'device/statistics/echarts'> = deviceChart('W', { [noon]: 1 });
  const energies = {
    ...deviceChart('kWh', { [noon]: 1 }),
    flowProvenance: [],
    series: ['From grid', 'To grid'].map((name) => ({ name, unit: 'kWh', data: [1.2], stack: '' })),
  };
  return {
    'device/detail': device({ sn: SN, alias: '', kind, ratedPower: 9000 }),
    'site/detail': siteDetail(),
    'device/meter/settings': installed,
    'device/statistics/overview': deviceSums(),
    'device/powerParamateMap': { list: lines.map(([name, unit]) => ({ name, unit, title: name })) },
    'device/statistics/overview/electricity': { sid: SID, sn: SN, flows: [], ...lastData(60) },
    'device/statistics/echarts': ({ lines: requested = [] }) => ({
      ...curves,
      legend: requested,
      series: requested.map((name) => ({ name, unit: lines.find(([one]) => one === name)![1], data: [1], stack: '' })),
    }),
    'bdnz/three/echarts': energies,
    'battery/hx/echarts': energies,
    'ksp/statistics/electricity': energies,
    'battery/hx/health': { sid: SID, sn: SN, list: [], sohUnit: '%' },
    'device/statistics/years': { list: [] },
  } as Answers;
}
const METER_LINES = [
  ['Grid Power', 'W'],
  ['Voltage L1', 'V'],
  ['Current L1', 'A'],
  ['Frequency', 'Hz'],
  ['Reactive Power', 'var'],
] as const;
const open = (path: string, answers: Answers, role: 'installer' | 'owner' = 'installer') =>
  openPage(`/devices/${path}?sid=${SID}&sn=${SN}`, answers, { role });
const openMeter = (now: Meter, answers: Answers = {}) =>
  open('electricMeter', { ...page('meter', METER_LINES), 'bdnz/three/overview': now, ...answers });
const group = async (name: string) => (await screen.findByRole('group', { name })).textContent;
const table = async (name: string) => within(await screen.findByRole('table', { name }));
const rowsOf = async (name: string) => (await table(name)).getAllByRole('row').map(({ textContent }) => textContent);
const factsWith = async (term: string) => (await screen.findByText(term)).closest('dl')!.textContent;

test('shows a four-wire meter with the direction of its power, its phases and their imbalance', async () => {
  const { container } = await openMeter(meter());
  expect(await group('Export')).toContain('4.31');
  const phases = await rowsOf('Phases');
  expect(phases[0]).toMatch(/Voltage.*Current/);
  expect(phases.find((row) => row.includes('L3'))).toContain('229.8');
  expect(phases.at(-1)).toMatch(/Sum.*-4,310/);
  expect(await group('Current imbalance')).toContain('29');
  const facts = await factsWith('Wires');
  expect(facts).toContain('Three phases, four wires');
  expect(facts).not.toContain('L1–L2');
  expect(container.textContent).toContain('Firmware 12');
  expect(container.textContent).not.toContain('Rejected values');
});

test('shows how a meter is installed, and changes its type and the place that it measures', async () => {
  const { answer, requests } = await openMeter(meter(), { 'device/meter/setUp': {} });
  const card = within((await screen.findByText('Installation')).closest('section')!);
  card.getByText('Three-phase, four-wire');
  card.getByText('Grid connection');
  fireEvent.click(card.getByText('Edit'));
  const editing = within(await screen.findByRole('dialog'));
  for (const [label, chosen] of [
    ['Meter type', 'Three-phase, three-wire'],
    ['Measures', 'Consumption'],
  ] as const) {
    fireEvent.click(editing.getByLabelText(label));
    fireEvent.click(await screen.findByRole('option', { name: chosen }));
  }
  answer({ 'device/meter/settings': { ...installed, meterType: 'threeWire', role: 'load' } });
  fireEvent.click(editing.getByText('Save'));
  await card.findByText('Three-phase, three-wire');
  expect(requests('device/meter/setUp')).toMatchObject([
    { sid: SID, sn: SN, meterType: 'threeWire', list: [{ role: 'load', reversed: false }] },
  ]);
});

test('lists values that were rejected as errors of transmission', async () => {
  const rejectedValues = [{ day: '2026-06-10', title: 'Grid power', reason: 'power' as const, count: 2 }];
  const detail = device({ sn: SN, alias: '', kind: 'meter', rejectedValues });
  await openMeter(meter(), { 'device/detail': detail });
  const card = await screen.findByRole('region', { name: 'Rejected values' });
  expect(within(card).getAllByRole('row').at(-1)?.textContent).toMatch(/Jun 10, 2026.*Grid power.*far above.*2$/);
});

test('shows a three-wire meter with line voltages and without phase voltages', async () => {
  await openMeter(threeWires);
  expect(await group('Import')).toContain('1.29');
  const facts = await factsWith('Wires');
  expect(facts).toContain('Three phases, three wires');
  for (const text of ['L1–L2401.2', 'L2–L3399.8', 'L3–L1400.5']) expect(facts).toContain(text);
  const phases = await rowsOf('Phases');
  expect(phases[0]).toContain('Current');
  expect(phases[0]).not.toContain('Voltage');
  expect(phases.find((row) => row.includes('L2'))).toContain('430');
});

test('draws up to four units at once and keeps the selected quantities in the address', async () => {
  const { address, requests } = await openMeter(meter());
  const line = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
  await screen.findByRole('button', { name: /^Voltage L1 V/ });
  const toggle = async (name: RegExp, isOn: boolean) => {
    fireEvent.click(line(name));
    await waitFor(() => expect(line(name).getAttribute('aria-pressed')).toBe(String(isOn)));
  };
  for (const name of [/^Voltage L1 V/, /^Current L1 A/, /^Frequency Hz/]) await toggle(name, true);
  expect(line(/^Reactive power var/).disabled).toBe(true);
  await toggle(/^Frequency Hz/, false);
  expect(line(/^Reactive power var/).disabled).toBe(false);
  expect(address()).toMatch(/lines=.*Current/);
  const requested = requests('device/statistics/echarts').map(({ lines }) => lines);
  expect(requested).toContainEqual(['Grid Power', 'Voltage L1', 'Current L1']);
});

test('shows the part of the total that the replaced meter had counted', async () => {
  await openMeter(meter(), {
    'device/statistics/overview/electricity': {
      sid: SID,
      sn: SN,
      flows: [flow('fromGrid', 'From grid', 3.6, 3.6), flow('toGrid', 'To grid', 1.2)],
      ...lastData(60),
    },
  });
  const row = (await screen.findByText('3.60')).closest('tr')!;
  expect(row.textContent).toMatch(/From grid.*3\.60 kWh/);
  expect(row.textContent).toContain('3.60 kWh of it from the device it replaced');
});

const hybrid: Hybrid = {
  ...head,
  mode: '',
  temperature: 41.5,
  temperatureUnit: '°C',
  ac: ac(3200),
  generator: null,
  backup: null,
  pv: {
    power: 3200,
    powerUnit: 'W',
    inputs: [
      {
        input: 1,
        voltage: 402.1,
        voltageUnit: 'V',
        current: null,
        currentUnit: 'A',
        power: 1600,
        powerUnit: 'W',
        todayPower: null,
        todayPowerUnit: 'kWh',
        median: null,
        share: null,
      },
    ],
  },
  grid: { power: -850, powerUnit: 'W' },
  load: { power: 1400, powerUnit: 'W' },
  battery: {
    soc: 63,
    socUnit: '%',
    soh: null,
    sohUnit: '%',
    voltage: 51.9,
    voltageUnit: 'V',
    current: null,
    currentUnit: 'A',
    power: -950,
    powerUnit: 'W',
    temperature: null,
    temperatureUnit: '°C',
    cycles: null,
  },
  energy: {
    ...idle,
    PVPanel: node(3200, 1),
    home: node(1400, 2),
    grid: node(850, 2),
    battery: { ...node(950, 2), rate: '63' },
  },
};
const HYBRID_LINES = [
  ['Production', 'W'],
  ['Load Power', 'W'],
  ['Grid Power', 'W'],
  ['Battery Power', 'W'],
] as const;

test('shows a hybrid with its energy flow as text, its battery and its inputs', async () => {
  await open('allInOneMachine', { ...page('hybrid', HYBRID_LINES), 'ksp/overview': hybrid });
  expect(await group('Solar power')).toContain('3.20');
  expect(await group('State of charge')).toContain('63');
  const words = (await screen.findByRole('list', { name: 'Energy flow in words' })).textContent;
  for (const sentence of ['Solar produces', 'Home uses 1.40 kW', 'Exporting 0.85 kW to the grid', '63% full'])
    expect(words).toContain(sentence);
  expect((await rowsOf('Inputs (MPPT)'))[1]).toContain('402.1');
  await screen.findByRole('img', { name: /Production, Load, Grid power, Battery power/ });
});

test('shows no live energy flow once a hybrid is offline', async () => {
  const silent = { ...head, isLive: false, ...lastData(3600) };
  const old = { ...idle.grid, show: true, isOld: true, ageS: 3600 };
  await open('allInOneMachine', {
    ...page('hybrid', HYBRID_LINES),
    'device/detail': device({ kind: 'hybrid', ...silent }),
    'ksp/overview': {
      ...hybrid,
      ...silent,
      energy: { ...idle, PVPanel: { ...old, isOld: true }, home: old, grid: old, battery: old },
    },
  });
  const words = (await screen.findByRole('list', { name: 'Energy flow in words' })).parentElement!.textContent;
  expect(words).toContain('The last values are no longer current');
  expect(words).toContain('Grid: no live value');
  expect(await group('Solar power')).toContain('1 h ago');
});

test('shows a battery with its charge, the direction of its power and its cycles', async () => {
  await open('battery', {
    ...page('battery', [['Battery Power', 'W']]),
    'battery/hx/overview': {
      ...head,
      ...hybrid.battery!,
      soc: 40,
      power: 1500,
      cycles: 211,
      charge: null,
      discharge: null,
    },
  });
  expect(await group('State of charge')).toContain('40');
  expect(await group('Discharging')).toContain('1.50');
  expect(await factsWith('Full cycles')).toContain('211');
});

test('shows a sensor with its light, temperature and wind, and no energies', async () => {
  const values = [
    { name: 'Irradiance', unit: 'W/m²', title: 'Light', value: 812 },
    { name: 'Module Temperature', unit: '°C', title: 'Module temperature', value: 47.3 },
    { name: 'Wind Speed', unit: 'm/s', title: 'Wind speed', value: 2.4 },
    { name: 'Soil Moisture', unit: '%', title: 'Moisture of the soil', value: 31 },
  ];
  await open('sensor', {
    ...page('sensor', [['Irradiance', 'W/m²']]),
    'device/detail': device({ sn: SN, alias: '', kind: 'sensor', values }),
  });
  expect(await group('Irradiance')).toContain('812 W/m²');
  expect(await group('Module temperature')).toContain('47.3 °C');
  expect(await group('Wind speed')).toContain('2.4 m/s');
  // The page has no name of its own for it.
  expect(await group('Moisture of the soil')).toContain('31 %');
  await screen.findByRole('img', { name: /Irradiance/ });
  expect(screen.queryByRole('heading', { name: 'Energy over time' })).toBeNull();
});
