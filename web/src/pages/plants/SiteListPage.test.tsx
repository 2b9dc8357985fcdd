// The plant list: few, many and no plants, by day and at night, and the actions of each role.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lastData, problemInRow, siteChart, siteCounts, siteRow } from '../../../test/answers.ts';
import { type Answers, openPage, press, refused, typeIn, unavailable } from '../../../test/page.tsx';

const two: Answers = {
  'site/listWithSN': {
    list: [
      siteRow({ siteName: 'Old Barn', sid: 'DE_20260101_bbbbbb', status: 1, alertCode: '0004', alertTitle: 'Fan' }),
      siteRow({ siteName: 'Mill Lane' }),
    ],
    total: 2,
  },
  'overview/siteStatusCounts': siteCounts({
    siteCount: 2,
    statusMap: { '0': 1, '1': 1 },
    totals: { siteCount: 2, powerMax: 20_000, now: 8400, todayPower: 25, totalPower: 155_000 },
  }),
};
const none: Answers = { 'site/listWithSN': { list: [], total: 0 }, 'overview/siteStatusCounts': siteCounts() };

const asInstaller = (answers: Answers = {}, address = '/pvPlant') =>
  openPage(address, { ...two, ...answers }, { role: 'installer' });
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!);

test('shows each plant with its state, power and energy, and the totals', async () => {
  await asInstaller();
  const row = await rowOf('Mill Lane');
  for (const text of ['Online', 'Ulm, DE', '4.20', '12.50', '2/2', 'olga@example.com']) row.getByText(text);
  (await rowOf('Old Barn')).getByText('Fan');
  screen.getByText(/8.4.* of 20.* kWp now .* 155 MWh/);
});

test('shows an installer the open job that is due first beside the owner, and marks an overdue one', async () => {
  const job = { userId: 8, name: 'Anna Berg', dueDay: '2099-12-03' };
  const list = [
    siteRow({ siteName: 'Old Barn', sid: 'DE_20260101_bbbbbb', job: { ...job, dueDay: '2026-06-03' }, jobs: 1 }),
    siteRow({ job, jobs: 3 }),
  ];
  await asInstaller({ 'site/listWithSN': { list, total: 2 } });
  const cellOf = async (name: string) => (await rowOf(name)).getByText('Anna Berg').closest('td')!;
  expect((await cellOf('Mill Lane')).textContent).toBe('Anna Bergdue Dec 3 +2');
  expect((await cellOf('Mill Lane')).previousElementSibling!.textContent).toContain('olga@example.com');
  expect((await cellOf('Old Barn')).textContent).toBe('Anna Bergoverdue, Jun 3');
});

test('shows the first step to an installer without plants', async () => {
  await asInstaller(none);
  await screen.findByText('No plants yet');
  expect(screen.getByText('New plant').closest('a')!.getAttribute('href')).toBe('/pvPlant/edit');
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('shows an owner whose role may create no plants how to join one', async () => {
  await openPage('/pvPlant', { ...none, 'account/offers': { list: [] } }, { role: 'owner', without: ['SiteCreate'] });
  await screen.findByText(/Give this address to your installer/);
  expect(screen.queryByText('New plant')).toBeNull();
});

test('shows an owner of two plants both as cards, without actions', async () => {
  const { requests } = await openPage('/pvPlant', two, { role: 'owner' });
  expect((await screen.findByText('Mill Lane')).closest('a')!.getAttribute('href')).toContain('sid=DE_20260101_aaaaaa');
  expect(screen.queryByLabelText(/^Actions for/)).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
  expect(requests('site/listWithSN')[0]!.page).toEqual({ size: 9, num: 0 });
});

test('shows plants without data after sunset as asleep, not offline', async () => {
  const asleep = siteRow({ isNight: true, isAsleep: true, now: null, reporting: 0, ...lastData(20_000) });
  await asInstaller({ 'site/listWithSN': { list: [asleep], total: 1 } });
  const row = await rowOf('Mill Lane');
  // Said once, beside the age of the data.
  expect(row.getAllByText(/night/i)).toHaveLength(1);
  expect(row.queryByText('Offline')).toBeNull();
  expect(row.getByText('0/2').dataset.state).toBe('asleep');
});

/** A plant at night with three problems, of which the worst is a dead module. */
const ill = () =>
  siteRow({
    ...{ isNight: true, now: null, reporting: 0, status: 1, ...lastData(20_000) },
    ...{ problem: problemInRow(), problems: 3 },
  });

test('shows the worst problem in words with its cost, at night as well', async () => {
  await asInstaller({ 'site/listWithSN': { list: [ill()], total: 1 } });
  const row = await rowOf('Mill Lane');
  row.getByText('Module on input 2 produces nothing');
  row.getByLabelText('Fault');
  row.getByText(/^Night · 6.30.kWh · €2.14 a week · \+2 more$/);
  expect(row.queryByText(/idle|Alert/i)).toBeNull();
});

test('shows an owner the worst problem of a plant on its card', async () => {
  const list = [ill(), siteRow({ sid: 'DE_20260101_bbbbbb' })];
  const answers = { ...two, 'site/listWithSN': { list, total: 2 }, 'site/statistics/echarts': siteChart('W', {}) };
  await openPage('/pvPlant', answers, { role: 'owner' });
  await screen.findByText('Module on input 2 produces nothing');
  screen.getByText(/6.30.kWh · €2.14 a week/);
});

test('names a problem without a cost, and shows no money without its permission', async () => {
  const reversed = problemInRow({ code: 'reversedGrid', level: 'warning', title: 'Reversed meter', weekKwh: null });
  const unpriced = problemInRow({ weekMoney: '' });
  const list = [
    siteRow({ status: 1, problem: reversed, problems: 1 }),
    siteRow({
      status: 1,
      siteName: 'Old Barn',
      sid: 'DE_20260101_bbbbbb',
      problem: unpriced,
      problems: 1,
      currency: '',
    }),
  ];
  await asInstaller({ 'site/listWithSN': { list, total: 2 } });
  const row = await rowOf('Mill Lane');
  row.getByText('Reversed meter');
  row.getByLabelText('Warning');
  expect(row.queryByText(/a week/)).toBeNull();
  (await rowOf('Old Barn')).getByText(/^6.30.kWh a week$/);
});

test('shows an installer who owns a plant, not that the user installed it', async () => {
  await asInstaller();
  (await rowOf('Mill Lane')).getByText('olga@example.com');
  expect(screen.queryByText('Solar Nord')).toBeNull();
});

test('shows a manager who installed a plant', async () => {
  await openPage('/pvPlant', two, { role: 'manager' });
  (await rowOf('Mill Lane')).getByText('Solar Nord');
});

test('marks a plant without data by day with grey power and an incomplete count', async () => {
  const silent = siteRow({ status: -1, reporting: 0, ...lastData(20_000) });
  await asInstaller({ 'site/listWithSN': { list: [silent], total: 1 } });
  const row = await rowOf('Mill Lane');
  row.getByText('Offline');
  expect(row.getByText('4.20').className).toBe('muted');
  expect(row.getByText('0/2').dataset.state).toBe('none');
});

test('requests the next page of thousands from the server', async () => {
  const many = Array.from({ length: 20 }, (_, n) => siteRow({ siteName: `Roof ${n}`, sid: `DE_20260101_row0${n}aa` }));
  const { address, requests } = await asInstaller({ 'site/listWithSN': { list: many, total: 10_000 } });
  await screen.findByText('1–20 of 10,000');
  fireEvent.click(screen.getByLabelText('Next page'));
  await screen.findByText('21–40 of 10,000');
  expect(address()).toBe('/pvPlant?page=2');
  expect(requests('site/listWithSN').at(-1)!.page).toEqual({ size: 20, num: 1 });
});

test('searches with Enter, counts the matches, and shows when nothing matches', async () => {
  const { address, answer, requests } = await asInstaller();
  await screen.findByText('Mill Lane');
  answer(none);
  const field = screen.getByLabelText('Name, location, serial number, e-mail');
  typeIn(field, ' attic ');
  await press('Enter', field);
  await screen.findByText('No plants found');
  expect(address()).toBe('/pvPlant?q=attic');
  expect(requests('site/listWithSN').at(-1)!.filters.keywords).toBe('attic');
  expect(requests('overview/siteStatusCounts').at(-1)!.filters.keywords).toBe('attic');
  answer(two);
  await press('Escape', field);
  await screen.findByText('Mill Lane');
  expect(address()).toBe('/pvPlant');
});

test('shows only plants with an alert after a click on their counter', async () => {
  const { address, requests } = await asInstaller();
  await screen.findByText('Mill Lane');
  const counters = within(screen.getByLabelText('By status'));
  fireEvent.click(counters.getByText(/^Alert/));
  await waitFor(() => expect(address()).toBe('/pvPlant?status=alert'));
  await waitFor(() => expect(requests('site/listWithSN').at(-1)!.filters.status).toBe('1'));
});

test('deletes a plant after confirmation, shows the reason of a refusal, and then lists the others', async () => {
  const { answer, requests } = await asInstaller({
    'site/delete': refused('siteReadOnly', 'This plant is read only.'),
  });
  fireEvent.click(await screen.findByLabelText('Actions for Mill Lane'));
  fireEvent.click(await screen.findByText('Delete'));
  const dialog = within(await screen.findByRole('dialog'));
  typeIn(dialog.getByLabelText('Type Mill Lane to delete it'), 'Mill Lane');
  fireEvent.click(dialog.getByText('Delete', { selector: 'button *' }));
  await dialog.findByText('This plant is read only.');
  answer({ 'site/delete': {}, 'site/listWithSN': { list: [siteRow({ siteName: 'Old Barn' })], total: 1 } });
  fireEvent.click(dialog.getByText('Delete', { selector: 'button *' }));
  await waitFor(() => expect(screen.queryByText('Mill Lane')).toBeNull());
  expect(requests('site/delete')).toEqual([{ sid: 'DE_20260101_aaaaaa' }, { sid: 'DE_20260101_aaaaaa' }]);
});

test('offers neither editing nor deletion of a plant that is only shared with the user', async () => {
  const rights = { update: false, delete: false, addDevices: false, removeDevices: false };
  await asInstaller({ 'site/listWithSN': { list: [siteRow({ rights })], total: 1 } });
  fireEvent.click(await screen.findByLabelText('Actions for Mill Lane'));
  await screen.findByText('Open');
  for (const action of ['Edit', 'Layout', 'Share', 'Delete']) expect(screen.queryByText(action)).toBeNull();
});

test('shows that the list could not be loaded, and loads it on retry', async () => {
  const { answer } = await asInstaller({ 'site/listWithSN': unavailable });
  await screen.findByText('The list could not be loaded');
  answer(two);
  fireEvent.click(screen.getByText('Try again'));
  await screen.findByText('Mill Lane');
});

test('shows an installer the owner with a link to call, the last week, and on a card the state of charge', async () => {
  const week = ['08', '09', '10', '11', '12', '13', '14'].map((day) => ({
    day: `2026-06-${day}`,
    energy: 3,
    expected: 5,
  }));
  const row = siteRow({ ownerName: 'Olga Roof', ownerPhone: '+49 7531 12-3', soc: 61.4, week });
  await asInstaller({ 'site/listWithSN': { list: [row], total: 1 } });
  const line = await rowOf('Mill Lane');
  line.getByText('Olga Roof');
  expect(line.getByLabelText('Call Olga Roof, +49 7531 12-3').getAttribute('href')).toBe('tel:+497531123');
  line.getByLabelText(/^Last 7 days: 21.* kWh, 60% of clear-sky yield$/);
});
