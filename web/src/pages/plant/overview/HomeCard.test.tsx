// The overview of a plant with a meter and battery: power of home, battery and grid first, the day's balance, and no money for a role without it.
import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { overview, SID, siteChart, siteDetail } from '../../../../test/answers.ts';
import { type Answers, openPage, type Reader } from '../../../../test/page.tsx';

const base = overview();
const node = (power: string, direction: 0 | 1 | 2, rate = '') => ({
  ...base.energy.grid,
  power,
  direction,
  rate,
  show: true,
  showPower: true,
  ageS: 30,
});
const figureOf = (energy: number | null) => ({
  energy,
  unit: 'kWh' as const,
  source: 'counted' as const,
  completeness: 1,
  spread: null,
  missing: [],
});
const today = {
  production: figureOf(12.5),
  fromGrid: figureOf(2.1),
  toGrid: figureOf(3.5),
  charge: figureOf(4),
  discharge: figureOf(3),
  generator: figureOf(null),
  home: figureOf(10.1),
  measuredHome: figureOf(null),
  unmeasured: figureOf(null),
  ownUse: figureOf(9),
  autarchy: 0.792,
  money: { saved: 3.06, earned: 0.28, importCost: 0.71, fixedCharge: null, byHour: null },
};
/** In the evening: the battery supplies the home. */
const evening = overview({
  isNight: true,
  sunriseIso: '2099-06-11T05:20:00+02:00',
  energy: {
    ...base.energy,
    PVPanel: { ...base.energy.PVPanel, power: '0', direction: 0 },
    home: node('1840', 2),
    battery: node('1840', 1, '62'),
    grid: node('0', 0),
  },
  balance: { today, yesterday: today, month: today, year: today },
});
const at = '2026-06-10T20:00:00+02:00';
const curve = siteChart('W', { [at]: null });
const line = (name: string, value: number, unit = 'W') => ({ name, unit, data: [value], stack: '' });
const answers: Answers = {
  'site/overview': evening,
  'site/detail': siteDetail(),
  'site/statistics/echarts': {
    ...curve,
    series: [
      ...curve.series,
      line('Consumption', 1840),
      line('Grid Power', 0),
      line('Battery Power', 1840),
      line('Battery SOC', 62, '%'),
    ],
  },
};
const open = (more: Answers = {}, as: Reader = { role: 'owner' }) =>
  openPage(`/pvPlant/detail?sid=${SID}`, { ...answers, ...more }, as);
const group = async (name: string) => await screen.findByRole('group', { name });

test('shows in the evening what the home draws and how full the battery is, not night', async () => {
  await open();
  expect((await group('Home')).textContent).toMatch(/1\.84\s*kW/);
  expect((await group('Battery')).textContent).toMatch(/62\s*%\s*Discharging 1\.84 kW/);
  expect((await group('Grid')).textContent).toMatch(/0\.00\s*kW\s*Idle/);
  expect((await group('Solar')).textContent).toMatch(/from 05:20/);
  const figures = screen.getAllByRole('group').map((figure) => figure.textContent);
  expect(figures.join()).not.toMatch(/Night/);
});

test('shows a home that supplies, as with a reversed meter, as negative', async () => {
  const energy = { ...evening.energy, home: node('800', 1), grid: node('800', 2), battery: node('0', 0, '62') };
  await open({ 'site/overview': { ...evening, energy } });
  expect((await group('Home')).textContent).toMatch(/[-−]0\.80\s*kW/);
  expect((await group('Grid')).textContent).toMatch(/0\.80\s*kW\s*Exporting/);
});

test('shows the figures of today’s balance, and energy produced today below', async () => {
  await open();
  expect((await group('Self-sufficiency')).textContent).toMatch(/79%/);
  expect((await group('Self-consumption')).textContent).toMatch(/72%/);
  expect((await group('Import')).textContent).toMatch(/2\.10\s*kWh/);
  expect((await group('Export')).textContent).toMatch(/3\.50\s*kWh/);
  expect((await group('Grid cost')).textContent).toMatch(/0\.71/);
  expect((await group('Saved')).textContent).toMatch(/3\.06/);
  expect((await group('Produced today')).textContent).toMatch(/12\.5\s*kWh/);
});

test('shows a dash for a figure that is not known, never zero', async () => {
  const unknown = { ...today, autarchy: null, fromGrid: figureOf(null), production: figureOf(0) };
  await open({ 'site/overview': { ...evening, balance: { ...evening.balance!, today: unknown } } });
  expect((await group('Self-sufficiency')).textContent).toMatch(/–/);
  expect((await group('Self-consumption')).textContent).toMatch(/–/);
  expect((await group('Import')).textContent).toMatch(/–/);
});

test('shows neither cost nor saving to a role without money', async () => {
  await open({}, { role: 'owner', without: ['SiteMoney'] });
  await group('Self-sufficiency');
  expect(screen.queryByRole('group', { name: 'Grid cost' })).toBeNull();
  expect(screen.queryByRole('group', { name: 'Saved' })).toBeNull();
});

test('requests today’s flows and state of charge also before sunrise, and has them as a table', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-15T22:30:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { requests } = await open({ 'site/overview': { ...evening, sunriseIso: '2026-06-16T05:00:00+02:00' } });
  const chart = await screen.findByRole('img', { name: /^Mill Lane, .*Battery %/ });
  expect(requests('site/statistics/echarts')).toEqual([
    { sid: SID, types: 1, date: '2026-06-16', withFlows: true, withSoc: true },
  ]);
  const card = chart.closest('section')! as HTMLElement;
  within(card).getByLabelText('Show as table').click();
  const table = await within(card).findByRole('table');
  const heads = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(heads.join(' ')).toMatch(/Solar.*Discharge.*Import.*Export.*Charge.*Home.*Battery %/);
  expect(within(table).getByRole('row', { name: /20:00/ }).textContent).toMatch(/20:00.*0.*1,840.*62/);
});

test('marks figures of a reversed meter', async () => {
  const doubtful = [{ figure: 'grid' as const, code: 'reversedGrid' as const, title: 'Reversed' }];
  await open({ 'site/overview': { ...evening, doubtful } });
  within(await group('Grid')).getByLabelText('Unreliable: Grid');
  within(await group('Import')).getByLabelText('Unreliable: Import');
  expect(within(await group('Battery')).queryByLabelText('Unreliable: Battery')).toBeNull();
});
