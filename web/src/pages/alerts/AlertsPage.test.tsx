// Alerts of all plants: open problems by plant with their cost and links, acknowledged ones and their notes, ended alerts.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alert, alerts, type ProblemRow, problemRow, problemSummary, SID } from '../../../test/answers.ts';
import { type Answers, choose, openPage, press, refused, typeIn, unavailable } from '../../../test/page.tsx';

const list = (...rows: ProblemRow[]) => ({ list: rows, total: rows.length });
const dead = problemRow({
  sn: 'A1000002',
  alias: 'Barn',
  code: 'deadModule',
  title: 'Module on input 2 produces nothing',
  input: 2,
  modules: 1,
  isPlaced: true,
  actor: 'electrician',
});
const BARN = 'DE_20260101_bbbbbb';
const relay = problemRow({ sid: BARN, siteName: 'Old Barn', code: '4000', title: 'Relay error', level: 'warning' });
const plants: Answers = {
  'problem/list': list(problemRow({ siteProblems: 2 }), dead, relay),
  'problem/summary': problemSummary({ faults: 2, warnings: 1, acknowledged: 4 }),
  'device/alerts/codes': { list: [{ code: '4000', level: 'fault', title: 'Relay error' }] },
  'device/alerts/companies': { list: [{ id: 3, name: 'Solar Nord' }], more: false },
};
const open = (answers: Answers = {}, address = '/alerts', role: 'installer' | 'owner' = 'installer') =>
  openPage(address, { ...plants, ...answers }, { role });
const rowOf = async (title: string) => (await screen.findByText(title)).closest('li')!;
const plant = async (name: string) => within(await screen.findByRole('region', { name }));
const plain = (element: Element) => element.textContent.replaceAll('\u00a0', ' ');
const dialog = async () => within(await screen.findByRole('dialog'));
const send = async () => fireEvent.click((await dialog()).getByText('Acknowledge', { selector: 'button *' }));

test('shows a card for each plant with its owner and its weekly loss', async () => {
  await open();
  const card = await plant('Mill Lane');
  expect(card.getByText('Mill Lane').getAttribute('href')).toBe(`/pvPlant/detail?sid=${SID}`);
  expect(plain(card.getByRole('heading', { level: 2 }).closest('header')!)).toMatch(
    /Mill Lane2 problemsOlga Kern.*11\.2 kWh · €3\.36 a week/,
  );
  expect(card.getByLabelText('Call Olga Kern, +49 7531 12-3').getAttribute('href')).toBe('tel:+497531123');
  expect(card.getByLabelText('E-mail Olga Kern, olga@example.com').getAttribute('href')).toBe(
    'mailto:olga@example.com',
  );
  expect((await plant('Old Barn')).getAllByRole('listitem')).toHaveLength(1);
});

test('shows device, start, cost and who can solve each problem, and its cause and advice on request', async () => {
  await open();
  const row = await rowOf('No data');
  within(row).getByLabelText('Fault');
  expect(plain(row)).toMatch(/Roof.*since May 28, 2026.*22:26.*The owner can check it.*11\.2 kWh · €3\.36 a week/);
  expect(plain(row)).toContain('Lost so far: 22.4 kWh · €6.72');
  expect(screen.queryByText('Check its power supply.')).toBeNull();
  fireEvent.click(within(row).getByText('Cause and advice'));
  screen.getByText('Check its power supply.');
});

test('says when the loss is unknown, and nothing about what cannot lose energy', async () => {
  const unknown = { weekKwh: null, weekMoney: '', lostKwh: null, lostMoney: '' };
  const gateway = problemRow({ ...unknown, sn: 'G1', costs: false, title: 'Gateway is silent' });
  await open({ 'problem/list': list(problemRow(unknown), gateway) });
  expect((await rowOf('No data')).textContent).toContain('Loss unknown');
  expect((await rowOf('Gateway is silent')).textContent).not.toMatch(/loss|lost/i);
});

test.each([
  ['neighbours', /based on devices of the plant that were not curtailed at that time/],
  ['ownCurve', /based on their own curve at other hours and on other days/],
] as const)('says how the loss by a high grid voltage was estimated: %s', async (basis, text) => {
  const curtailed = problemRow({ code: 'voltageCurtailment', title: 'Output reduced', level: 'warning', basis });
  await open({ 'problem/list': list(curtailed) });
  fireEvent.click(within(await rowOf('Output reduced')).getByText('Cause and advice'));
  screen.getByText(text);
});

test('groups the problems of one device under its name', async () => {
  const hot = problemRow({ code: '0800', title: 'Temperature over', level: 'warning' });
  await open({ 'problem/list': list(problemRow(), dead, hot) });
  const group = (await screen.findByRole('heading', { level: 3, name: /^Roof 2 problems/ })).closest('li')!;
  expect(
    within(group)
      .getAllByRole('listitem')
      .map((row) => row.querySelector('b')!.textContent),
  ).toEqual(['No data', 'Temperature over']);
});

test('links each problem to where it can be seen or solved', async () => {
  const clock = problemRow({ sn: '', code: 'wrongTimeZone', title: 'Wrong time zone', concerns: [], costs: false });
  const many = problemRow({ sn: 'G1', devices: 12, title: 'Gateway lost', sinceIso: null, documentedProduct: 'HG-S5' });
  await open({ 'problem/list': list(dead, clock, many) });
  const linksOf = async (title: string) =>
    within(await rowOf(title))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(await linksOf('Module on input 2 produces nothing')).toEqual([
    ['Barn, input 2', `/devices/module/detail?sid=${SID}&sn=A1000002&input=2`],
    ['Show on the roof', `/pvPlant/detail?view=layout&device=A1000002&module=2&sid=${SID}`],
    ['Show the day it began', expect.stringMatching(/view=power&day=2026-05-28&device=A1000002&module=2/)],
  ]);
  expect(await linksOf('Wrong time zone')).toEqual([
    ['Show the day it began', expect.stringMatching(/view=power&day=2026-05-28&sid=/)],
    ['Check the set-up', `/pvPlant/detail?view=setUp&sid=${SID}`],
  ]);
  // It never reported, so that there is no day to show; its twelve devices are in the details.
  expect(await linksOf('Gateway lost')).toEqual([['Documentation', '/documentation?product=HG-S5']]);
  expect((await rowOf('Gateway lost')).textContent).toMatch(/12 devices.*has never reported/);
});

test('requests the problems of the chosen state, and counts them', async () => {
  const { requests } = await open({}, '/alerts?state=acknowledged&level=fault&q=barn&company=3&page=0');
  await rowOf('No data');
  expect(requests('problem/list')[0]).toMatchObject({
    filters: { state: 'acknowledged', level: 'fault', keywords: 'barn', company: 3 },
  });
  const tabs = within(screen.getByRole('navigation', { name: 'State' }));
  expect(tabs.getAllByRole('link').map((tab) => plain(tab))).toEqual([
    'Open 3',
    'Acknowledged 4',
    'Ended',
    'All events',
  ]);
  expect(tabs.getAllByRole('link', { current: 'page' }).map((tab) => plain(tab))).toEqual(['Acknowledged 4']);
});

test('says that all is well when there is no open problem', async () => {
  await open({ 'problem/list': list(), 'problem/summary': problemSummary() });
  await screen.findByText('No open problems');
});

test('says that nothing matches when a filter is set', async () => {
  await open({ 'problem/list': list() }, '/alerts?level=fault');
  await screen.findByText('No alerts found');
});

test('acknowledges one problem with a note and then shows who acknowledged it', async () => {
  const { answer, requests } = await open({ 'device/alerts/acknowledge': { count: 1 } });
  fireEvent.click(within(await rowOf('No data')).getByText('Acknowledge'));
  typeIn((await dialog()).getByLabelText('Note'), 'The owner was called.');
  const known = { acknowledgedBy: 'Rosa', acknowledgedIso: '2026-05-29T08:00:00+02:00' };
  answer({
    'problem/list': list(problemRow({ ...known, state: 'acknowledged', note: 'The owner was called.' })),
  });
  await send();
  await screen.findByText(/Acknowledged by Rosa/);
  screen.getByText('The owner was called.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests('device/alerts/acknowledge')).toEqual([
    {
      sid: SID,
      acknowledged: true,
      note: 'The owner was called.',
      knownNotes: [''],
      alerts: [{ sn: 'A1000001', code: 'silence', startMs: 1_780_000_000_000 }],
    },
  ]);
});

test('shows the reason in the dialog when a problem cannot be acknowledged, and keeps the note', async () => {
  await open({ 'device/alerts/acknowledge': refused('siteReadOnly', 'This plant is read only.') });
  fireEvent.click(within(await rowOf('No data')).getByText('Acknowledge'));
  typeIn((await dialog()).getByLabelText('Note'), 'Called.');
  await send();
  await (await dialog()).findByText('This plant is read only.');
  expect((await dialog()).getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Called.');
});

test('acknowledges selected problems plant by plant; one that refuses does not stop the others and is named', async () => {
  const { answer, requests } = await open({
    'device/alerts/acknowledge': ({ sid }) =>
      sid === SID ? refused('siteReadOnly', 'This plant is read only.') : { count: 1 },
  });
  fireEvent.click((await plant('Mill Lane')).getByLabelText('Select all open problems of Mill Lane'));
  fireEvent.click((await plant('Old Barn')).getByLabelText(/^Select: Relay error/));
  fireEvent.click(screen.getByText('Acknowledge 3 selected'));
  await send();
  const failures = await (await dialog()).findByRole('alert');
  expect(failures.textContent).toBe('The others were saved, these were not:Mill Lane: This plant is read only.');
  expect(requests('device/alerts/acknowledge').map(({ sid, note }) => [sid, note])).toEqual([
    [SID, undefined],
    [BARN, undefined],
  ]);
  // Only what failed is sent again.
  answer({ ...plants, 'device/alerts/acknowledge': { count: 2 } });
  await send();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests('device/alerts/acknowledge').map(({ sid, alerts }) => [sid, alerts.length])).toEqual([
    [SID, 2],
    [BARN, 1],
    [SID, 2],
  ]);
});

test('reopens an acknowledged problem', async () => {
  const known = problemRow({ state: 'acknowledged', acknowledgedIso: '2026-05-29T08:00:00+02:00', note: 'Called.' });
  const { requests } = await open({ 'problem/list': list(known), 'device/alerts/acknowledge': { count: 1 } });
  fireEvent.click(within(await rowOf('No data')).getByText('Note'));
  fireEvent.click(await screen.findByText('Reopen'));
  await waitFor(() => expect(requests('device/alerts/acknowledge')[0]).toMatchObject({ acknowledged: false }));
});

test('closes the dialog with Escape and changes nothing', async () => {
  const { requests } = await open();
  fireEvent.click(within(await rowOf('No data')).getByText('Acknowledge'));
  await press('Escape', (await screen.findByRole('dialog')).querySelector('textarea')!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests('device/alerts/acknowledge')).toEqual([]);
});

test('offers no acknowledgement to a user who may only view', async () => {
  await open({ 'problem/list': list(problemRow({ mayAcknowledge: false })) }, '/alerts', 'owner');
  const row = within(await rowOf('No data'));
  expect(row.getAllByRole('button').map((button) => button.textContent)).toEqual(['Cause and advice']);
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('offers the owner no link to call herself, and no check box for a single problem', async () => {
  await open({ 'problem/list': list(problemRow({ ownerEmail: 'rosa@example.com', ownerPhone: '+49 1' })) });
  const row = within(await rowOf('No data'));
  row.getByText('Acknowledge');
  expect(screen.queryByLabelText(/^Call/)).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('filters by level, keeps it in the address and returns to the first page', async () => {
  const { address, requests } = await open({ 'problem/list': { list: [problemRow()], total: 60 } }, '/alerts?page=2');
  await rowOf('No data');
  await choose(screen.getByLabelText('Level'), 'Fault');
  await waitFor(() => expect(address()).toBe('/alerts?level=fault'));
  await waitFor(() =>
    expect(requests('problem/list').at(-1)).toMatchObject({ page: { num: 0 }, filters: { level: 'fault' } }),
  );
});

test('falls back to the last existing page for an outdated address', async () => {
  const { address, requests } = await open(
    { 'problem/list': ({ page }) => ({ list: page.num < 2 ? [problemRow()] : [], total: 21 }) },
    '/alerts?page=7',
  );
  await rowOf('No data');
  expect(address()).toBe('/alerts?page=1');
  expect(requests('problem/list').map(({ page }) => page.num)).toEqual([7, 1]);
});

test('lists the problems when a retry succeeds', async () => {
  const { answer } = await open({ 'problem/list': unavailable });
  const retry = await screen.findByText('Try again');
  answer(plants);
  fireEvent.click(retry);
  await rowOf('No data');
});

test('lists ended alerts with plant, device, time and the text of the code', async () => {
  const ended = alert({ state: 'closed', endIso: '2026-05-29T00:26:40+02:00' });
  const { requests } = await open({ 'device/alerts': alerts([ended]) }, '/alerts?state=closed');
  const row = await rowOf('Grid voltage too high');
  expect(row.textContent).toMatch(/0004.*Mill Lane.*Roof.*May 28, 2026.*22:26.*2 h.*Above 253 V\./);
  within(row).getByLabelText('Fault');
  expect(within(row).getByText('Mill Lane').getAttribute('href')).toContain('view=alerts');
  expect(requests('device/alerts')[0]!.filters.state).toBe('closed');
  expect(requests('problem/list')).toEqual([]);
});

test('leads to the explanation of alerts in the guide', async () => {
  const { address } = await open();
  await plant('Mill Lane');
  fireEvent.click(screen.getByRole('link', { name: 'What is this?' }));
  await waitFor(() => expect(document.activeElement?.id).toBe('alerts'));
  expect(address()).toBe('/guide#alerts');
});
