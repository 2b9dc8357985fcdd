// Dashboard: each figure links to the list behind it, and the address stores what the chart shows.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { problemSummary, SID } from '../../../test/answers.ts';
import { type Answers, openPage } from '../../../test/page.tsx';

// The map would fetch the shapes of countries as a file.
vi.mock('./CountryMap.tsx', () => ({ default: () => null }));

const fleet: Response<'dashboard/device/summary'> = {
  siteCount: 9,
  isCounted: true,
  powerMax: 43_000,
  panels: 12,
  deviceCount: 8,
  wifi: 3,
  kinds: { microinverter: 5, gateway: 1, meter: 2 },
  now: 1943,
  todayPower: 12.3,
  monthPower: 401,
  totalPower: 5120,
  firmwareMore: 0,
  firmware: [
    { model: 400, modelName: 'BDM-400', firmware: '1.7', count: 4 },
    { model: 400, modelName: 'BDM-400', firmware: '', count: 1 },
  ],
  countries: [
    { code: 'DE', name: 'Germany', count: 6 },
    { code: '', name: '', count: 3 },
  ],
  statusMap: { '0': 4, '1': 2, '-1': 1, '2': 1, '3': 1 },
  asleep: 1,
  statesIso: '2026-06-10T12:00:00Z',
  ages: [
    { age: 'hour', count: 5 },
    { age: 'never', count: 4 },
  ],
};
const added = (sites: number, devices: number) => ({ sites, devices });
const trend: Response<'dashboard/device/trend'> = {
  isCounted: true,
  days: [4, 5, 6, 7, 8, 9, 10].map((day) => ({ day: `2026-06-${String(day).padStart(2, '0')}`, ...added(1, 2) })),
  weeks: Array.from({ length: 12 }, (_, n) => {
    const from = new Date(Date.UTC(2026, 2, 23) + n * 7 * 86_400_000).toISOString().slice(0, 10);
    return { from, to: from, ...added(2, 3) };
  }),
};
const users: Response<'dashboard/user/summary'> = {
  total: 6,
  isCounted: true,
  roles: [{ groupId: 5, code: 'installer', name: 'Installer', count: 6 }],
  countries: [{ code: '', name: '', count: 6 }],
  days: trend.days.map(({ day }) => ({ day, users: 1 })),
  weeks: trend.weeks.map(({ from, to }) => ({ from, to, users: 1 })),
};
const answers: Answers = {
  'problem/summary': problemSummary({
    faults: 2,
    warnings: 1,
    acknowledged: 4,
    plants: 2,
    weekKwh: 87.3,
    weekMoney: '28.4',
    currency: 'EUR',
    unknown: 1,
    worst: [
      {
        sid: SID,
        siteName: 'Mill Lane',
        problems: 2,
        problem: {
          sn: 'A1000001',
          code: 'silence',
          startMs: 1_780_000_000_000,
          level: 'fault',
          title: 'No data',
          devices: 5,
          modules: 0,
          weekKwh: 61,
          weekMoney: '20',
        },
        weekKwh: 61,
        weekMoney: '20',
        currency: 'EUR',
      },
    ],
  }),
  'dashboard/device/summary': fleet,
  'dashboard/device/trend': trend,
  'dashboard/user/summary': users,
};
const open = (search = '', given: Answers = {}) =>
  openPage(`/dashboard${search}`, { ...answers, ...given }, { role: 'manager' });
const figure = async (label: string) =>
  (await screen.findByRole('group', { name: label })).textContent.replaceAll('\u00a0', ' ');
/** Rows of a list of counts: their text and link. */
const rowsOf = async (label: string) => {
  const rows = (await screen.findByLabelText(label, { selector: 'ul' })).querySelectorAll('li');
  return [...rows].map((row) => {
    const [name, count] = row.firstElementChild!.children;
    return [`${name!.textContent} ${count!.textContent}`, row.querySelector('a')?.getAttribute('href') ?? null];
  });
};

test('shows the open problems first: their number, what they lose a week, and the worst plants', async () => {
  await open();
  expect(await figure('Open problems')).toMatch(/^Open problems 3 in 2 plants/);
  expect(await figure('Energy lost per week')).toMatch(/87\.3 kWh.*The loss of 1 device is unknown/);
  expect(await figure('Money lost per week')).toContain('€28.40');
  expect(screen.getByText('2 faults').getAttribute('href')).toBe('/alerts?level=fault');
  expect(screen.getByText('1 warning').getAttribute('href')).toBe('/alerts?level=warning');
  expect(screen.getByText('4 acknowledged').getAttribute('href')).toBe('/alerts?state=acknowledged');
  const plant = within(screen.getByRole('list', { name: 'Plants with the worst problems' })).getByRole('listitem');
  expect(plant.textContent.replaceAll('\u00a0', ' ')).toMatch(
    /Mill Lane5 devices: No data2 problems61\.0 kWh a week€20\.00/,
  );
  within(plant).getByLabelText('Fault');
  expect(within(plant).getByText('Mill Lane').getAttribute('href')).toBe(`/pvPlant/detail?sid=${SID}`);
});

test('says calmly that there are no open problems, and how many acknowledged ones go on', async () => {
  await open('', { 'problem/summary': problemSummary({ acknowledged: 2 }) });
  await screen.findByText('No open problems');
  expect(screen.getByText('2 acknowledged problems continue').getAttribute('href')).toBe('/alerts?state=acknowledged');
  expect(screen.queryByRole('list', { name: 'Plants with the worst problems' })).toBeNull();
});

test('links each count of plants to the list of these plants', async () => {
  await open();
  expect(await rowsOf('Plants by country')).toEqual([
    ['Germany 6', '/pvPlant?country=DE'],
    [expect.stringMatching(/ 3$/), expect.stringMatching(/^\/pvPlant\?country=./)],
  ]);
  expect(await rowsOf('Plants by age of data')).toEqual([
    [expect.stringMatching(/ 5$/), '/pvPlant?heard=hour'],
    ['No data yet 4', '/pvPlant?heard=never'],
  ]);
  const states = await rowsOf('Plants by status');
  expect(states).toEqual([
    ['Alert 2', '/pvPlant?status=alert'],
    ['Offline 1', '/pvPlant?status=offline'],
    ['Online 3', '/pvPlant?status=online'],
    ['Idle (night) 1', '/pvPlant?status=asleep'],
    ['Uncommissioned 1', '/pvPlant?status=uncommissioned'],
    ['Not registered 1', '/pvPlant?status=notRegistered'],
  ]);
  // The ring serves pointers only; keyboards use the rows.
  const parts = [...document.querySelectorAll('main svg a')];
  expect(parts.map((part) => part.getAttribute('href'))).toEqual(states.map(([, to]) => to));
  expect(parts.every((part) => part.getAttribute('tabindex') === '-1')).toBe(true);
});

test('links each count of devices to the list of these devices', async () => {
  await open();
  expect(await rowsOf('Equipment by type')).toEqual([
    ['Panels 12', '/devices/panels'],
    ['Microinverters 5', '/devices/index?kind=microinverter'],
    [expect.stringMatching(/ 3$/), '/devices/index?kind=microinverter&via=itself'],
    [expect.stringMatching(/ 1$/), '/devices/index?kind=gateway'],
    [expect.stringMatching(/ 2$/), '/devices/index?kind=meter'],
  ]);
  expect(await rowsOf('Devices by firmware')).toEqual([
    ['BDM-400 1.7 4', expect.stringMatching(/^\/devices\/index\?model=BDM-400&firmware=/)],
    ['BDM-400 not reported 1', '/devices/index?model=BDM-400&saysFirmware=no'],
  ]);
});

test('links the number of plants to their list', async () => {
  await open();
  expect((await screen.findByText('Go to plant list')).getAttribute('href')).toBe('/pvPlant');
});

test('draws no chart with a single bar and no map without a country', async () => {
  const one = { ...added(0, 0) };
  await open('', {
    'dashboard/device/trend': {
      ...trend,
      days: trend.days.map((each, n) => ({ ...each, ...(n === 0 ? {} : one) })),
      weeks: trend.weeks.map((each, n) => ({ ...each, ...(n === 0 ? {} : one) })),
    },
    'dashboard/device/summary': { ...fleet, countries: [{ code: '', name: '', count: 9 }] },
  });
  await screen.findByLabelText('Plants by status', { selector: 'ul' });
  expect(screen.queryByText('7 days')).toBeNull();
  expect(screen.queryByText('Plants by country')).toBeNull();
});

test('draws weeks alone while the days have a single bar', async () => {
  await open('', {
    'dashboard/device/trend': {
      ...trend,
      days: trend.days.map((each, n) => ({ ...each, ...(n === 0 ? {} : added(0, 0)) })),
    },
  });
  await screen.findByRole('img', { name: /^Installed, 12 weeks/ });
  expect(screen.queryByLabelText('7 days')).toBeNull();
});

test('draws added plants or devices by day or week and links to those of the drawn days', async () => {
  const { address } = await open();
  const sum = async (words: RegExp) => (await screen.findByText(words, { selector: 'a' })).getAttribute('href');
  expect(await sum(/^7 in 7 days/)).toBe('/pvPlant?from=2026-06-04');
  await screen.findByRole('img', { name: /^Installed, 7 days/ });
  fireEvent.click(screen.getByLabelText('12 weeks'));
  expect(await sum(/^24 in 12 weeks/)).toBe('/pvPlant?from=2026-03-23');
  fireEvent.click(screen.getByLabelText('Devices'));
  expect(await sum(/^36 in 12 weeks/)).toBe('/devices/index?addedFrom=2026-03-23&sort=-createdAt');
  expect(address()).toBe('/dashboard?by=week&of=devices');
});

test('draws the chart that the address selects', async () => {
  await open('?by=week&of=devices');
  await screen.findByText(/^36 in 12 weeks/);
  await screen.findByRole('img', { name: /^Installed, 12 weeks/ });
});

test('links each count of users to the list of these users', async () => {
  await open('?section=users');
  expect(await rowsOf('Users by role')).toEqual([['Installer 6', '/users?role=%225%22&state=joined']]);
  expect(screen.queryByText('Users by country')).toBeNull();
  expect(screen.getByLabelText('Show users: All users').getAttribute('href')).toBe('/users?state=joined');
  expect(screen.getByText(/^7 in 7 days/).getAttribute('href')).toBe('/users?from=2026-06-04&state=joined');
});
