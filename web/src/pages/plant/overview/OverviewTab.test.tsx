// The overview of a plant: current power, problems, and permissions of each role.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lastData, overview, SID, siteChart, siteCounts, siteDetail, siteDevice } from '../../../../test/answers.ts';
import { type Answers, openPage, type Reader, refused, typeIn, unavailable } from '../../../../test/page.tsx';

const plant: Answers = {
  'site/overview': overview(),
  'site/detail': siteDetail(),
  'site/statistics/echarts': siteChart('W', { '2026-06-10T12:00:00+02:00': 7000, '2026-06-10T12:05:00+02:00': 7300 }),
};
const open = (answers: Answers = {}, as: Reader = { role: 'installer' }) =>
  openPage(`/pvPlant/detail?sid=${SID}`, { ...plant, ...answers }, as);

/** The figure below this label, with its notes. */
const figure = async (label: string) => (await screen.findByText(label)).closest('div')!.parentElement!;

test('shows current power, energy of today with its revenue, and the highest power of the day', async () => {
  await open();
  expect((await figure('Now')).textContent).toMatch(/4\.20.*kW.*of 10.* kWp · 42%/);
  expect((await figure('Highest today')).textContent).toMatch(/7\.30.*kW.*at 12:40/);
  const today = await screen.findAllByText('Today');
  expect(today[0]!.closest('div')!.parentElement!.textContent).toMatch(/12\.5.*kWh.*4\.25.*1\.25 kWh\/kWp/);
  await screen.findByRole('img', { name: /^Mill Lane, .*: Production over the day/ });
});

test('requests the curve of the displayed day with the expected power of a clear sky', async () => {
  // Already the 16th at the plant, in Berlin.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-15T22:30:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { requests } = await open();
  await screen.findByText('Highest today');
  const date = '2026-06-16';
  expect(requests('site/statistics/echarts')).toEqual([{ sid: SID, types: 1, date, withExpected: true }]);
});

test('shows night and the time of sunrise, not that the plant is offline', async () => {
  const site = overview({
    isNight: true,
    isAsleep: true,
    sunriseIso: '2099-06-11T05:20:00+02:00',
    ...lastData(30_000),
  });
  await open({ 'site/overview': { ...site, statisticsProduction: { ...site.statisticsProduction, totalNow: '' } } });
  await screen.findByText(/Sunrise 05:20/);
  expect(screen.queryByText('Offline')).toBeNull();
});

test('marks figures as no longer live once the plant is silent by day', async () => {
  await open({ 'site/overview': overview({ status: -1, reporting: 0, ...lastData(7200) }) });
  await screen.findByText('Offline');
  screen.getByText('0 of 1 devices reporting');
  expect(screen.getAllByLabelText('no longer live').length).toBeGreaterThan(0);
});

test('links an installer of a new plant to adding devices, and shows no empty figures', async () => {
  const site = overview({ deviceList: [], deviceCount: 0, reporting: 0 });
  const production = { ...site.statisticsProduction, total: '', today: '', totalNow: '' };
  await open({ 'site/overview': { ...site, statisticsProduction: production } });
  await screen.findByText('No devices in this plant yet');
  expect(screen.getByText('Add devices').closest('a')!.getAttribute('href')).toBe(`/pvPlant/edit?sid=${SID}`);
  expect(screen.queryByText('Highest today')).toBeNull();
});

test('offers to commission an uncommissioned plant to those who may edit it', async () => {
  const uncommissioned = siteDetail({ commission: false, commissionDay: null });
  const { answer, requests } = await open({
    'site/detail': uncommissioned,
    'site/updateFast': refused('siteHasChanged', 'Changed.'),
  });
  await screen.findByText('Not commissioned yet');
  fireEvent.click(screen.getByText('Commission'));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByText('Commission', { selector: 'button *' }));
  await dialog.findByText('Changed.');
  answer({ 'site/updateFast': { sid: SID, version: 2, credentials: [] }, 'site/detail': siteDetail() });
  fireEvent.click(dialog.getByText('Commission', { selector: 'button *' }));
  await waitFor(() => expect(screen.queryByText('Not commissioned yet')).toBeNull());
  expect(requests('site/updateFast').at(-1)).toMatchObject({
    sid: SID,
    version: uncommissioned.version,
    commissionDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
});

test('does not offer commissioning to those who may only look', async () => {
  const rights = { update: false, delete: false, addDevices: false, removeDevices: false };
  await open({ 'site/detail': siteDetail({ commission: false, commissionDay: null, rights }) });
  await screen.findByText('Highest today');
  expect(screen.queryByText('Not commissioned yet')).toBeNull();
});

test('shows an owner money and figures, but not deletion', async () => {
  const rights = { update: true, delete: false, addDevices: false, removeDevices: false };
  await open({ 'site/detail': siteDetail({ rights }) }, { role: 'owner' });
  await screen.findByText('Edit');
  screen.getByText(/4\.25/);
  fireEvent.click(screen.getByLabelText('More actions'));
  await screen.findByText('Public link');
  expect(screen.queryByText(/^Delete/)).toBeNull();
});

test('shows no amount of money to a role without money', async () => {
  const { container } = await open({}, { role: 'installer', without: ['SiteMoney'] });
  await screen.findByText('Highest today');
  expect(container.textContent).not.toMatch(/€|EUR/);
});

test('shows neither devices nor views of devices to a role without them', async () => {
  await open({}, { role: 'installer', without: ['SiteDevices'] });
  const views = within(await screen.findByLabelText('Views of the plant'));
  views.getByText('Energy');
  for (const view of ['Alerts', 'Layout', 'Playback', 'History']) expect(views.queryByText(view)).toBeNull();
  expect(screen.queryByText('A1000001')).toBeNull();
});

test('lists devices with problems first, and the rest only after "Show all"', async () => {
  const deviceList = Array.from({ length: 30 }, (_, n) => siteDevice({ sn: `A20000${10 + n}`, alias: `Roof ${n}` }));
  deviceList[29] = siteDevice({ sn: 'A2000099', alias: 'Barn', status: 1, alertCode: '0004', alertTitle: 'Fan' });
  await open({ 'site/overview': overview({ deviceList, deviceCount: 30, reporting: 30 }) });
  const links = async () =>
    (await screen.findAllByLabelText(/^Power of /)).map((link) => link.getAttribute('aria-label'));
  expect((await links())[0]).toBe('Power of Barn');
  expect(await links()).toHaveLength(12);
  fireEvent.click(screen.getByText('Show all 30'));
  expect(await links()).toHaveLength(30);
});

test('deletes the plant after confirmation, and opens the plant list', async () => {
  const { answer, address, requests } = await open({
    'site/delete': refused('siteReadOnly', 'This plant is read only.'),
  });
  fireEvent.click(await screen.findByLabelText('More actions'));
  fireEvent.click(await screen.findByText('Delete'));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Mill Lane');
  // Nothing is deleted before its name is typed.
  fireEvent.click(within(dialog).getByText('Delete', { selector: 'button *' }));
  expect(requests('site/delete')).toEqual([]);
  typeIn(within(dialog).getByLabelText('Type Mill Lane to delete it'), ' Mill  Lane ');
  fireEvent.click(within(dialog).getByText('Delete', { selector: 'button *' }));
  await within(dialog).findByText('This plant is read only.');
  answer({ 'site/delete': {}, 'site/listWithSN': { list: [], total: 0 }, 'overview/siteStatusCounts': siteCounts() });
  fireEvent.click(within(dialog).getByText('Delete', { selector: 'button *' }));
  await screen.findByText('No plants yet');
  expect(address()).toBe('/pvPlant');
  expect(requests('site/delete')).toHaveLength(2);
});

test('shows that the plant does not exist when the server refuses it, and links to the list', async () => {
  await open({
    'site/overview': refused('siteNotFound', 'No such plant.'),
    'site/detail': refused('siteNotFound', 'No such plant.'),
  });
  const toList = (await screen.findByText('Go to plant list')).closest('a')!;
  expect(toList.getAttribute('href')).toBe('/pvPlant');
  expect(screen.queryByText('Mill Lane')).toBeNull();
});

test('shows the plant when a retry succeeds', async () => {
  const { answer } = await open({ 'site/overview': unavailable });
  await screen.findByText('Server connection failed. Please try again later');
  answer(plant);
  fireEvent.click(screen.getByText('Try again'));
  await screen.findByText('Highest today');
});

test('marks the figures of a reversed meter, and links each mark to the check that turns it', async () => {
  const title = 'Grid meter installed the other way round';
  const reversed = (['grid', 'home', 'money'] as const).map((figure) => ({
    figure,
    code: 'reversedGrid' as const,
    title,
  }));
  const site = overview({ doubtful: reversed });
  const part = { ...site.energy.grid, power: '1200', show: true, showPower: true, direction: 2 as const };
  const energy = { ...site.energy, grid: part, home: { ...part, direction: 1 as const } };
  await open({ 'site/overview': { ...site, energy } });
  const flow = within(await screen.findByRole('list', { name: 'Energy flow in words' }));
  expect(flow.getByLabelText('Unreliable: Grid').closest('details')!.textContent).toContain(title);
  expect(flow.queryByLabelText('Unreliable: Solar')).toBeNull();
  const links = flow.getAllByText('Check the set-up').map((link) => link.closest('a')!.getAttribute('href'));
  // Of the grid, of the home, and beside the sentence that a home gives energy.
  expect(links).toEqual(Array(3).fill(expect.stringContaining('view=setUp')));
  // The revenue is doubtful; energy and power are not.
  const lifetime = within(await figure('Lifetime'));
  expect(lifetime.getByLabelText('Unreliable: Lifetime').closest('div')!.textContent).toMatch(/2,856/);
  expect(screen.queryByLabelText('Unreliable: Now')).toBeNull();
});
