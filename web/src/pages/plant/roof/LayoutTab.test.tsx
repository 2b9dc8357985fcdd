// The layout of a plant: its description and that of its modules, the table, and the permission to edit.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { overview, roof, roofModule, SID, siteDetail } from '../../../../test/answers.ts';
import { type Answers, openPage, press, unavailable } from '../../../../test/page.tsx';
import { collectSpoken } from '../../../../test/spoken.ts';

const spoken = collectSpoken();

const FAN = { code: '1000', title: 'Fan', level: 'warning', sinceIso: '2026-05-28T22:26:40+02:00' } as const;
const DEAD = { code: 'deadModule', title: 'No output', level: 'fault', sinceIso: '2026-05-27T08:00:00+02:00' } as const;
const three = [
  roofModule(1),
  roofModule(2, { problems: [FAN] }),
  roofModule(3, { now: null, todayKwh: null, problems: [DEAD, FAN] }),
];
const dark = { isDark: true } as const;
const plant: Answers = { 'site/overview': overview(), 'site/detail': siteDetail(), 'site/layoutInfo': roof(three) };
const open = (answers: Answers = {}, role: 'installer' | 'owner' = 'installer') =>
  openPage(`/pvPlant/detail?sid=${SID}&view=layout`, { ...plant, ...answers }, { role });
const plan = () => screen.findByLabelText(/^Roof plan/);
const moduleText = () => screen.getByText('Open module').closest('a')!.parentElement!.textContent;

test('describes how many modules report and their total power', async () => {
  await open();
  expect((await plan()).getAttribute('aria-label')).toMatch(/2 of 3 modules .* 403 W in total/);
  screen.getByText('400 W');
});

test('moves from module to module by arrow keys and describes each', async () => {
  await open();
  const canvas = await plan();
  await press('ArrowRight', canvas);
  expect(moduleText()).toMatch(/^Roof 1\s*South roof, row 1, column 1\s*Now 201 W/);
  await press('ArrowRight', canvas);
  expect(moduleText()).toMatch(
    /^Roof 2.*column 2\s*Now 202 W.*Today 1.20 kWh.*Lifetime 902 kWh.*Fan, since May 28, 2026/,
  );
  await press('ArrowRight', canvas);
  expect(moduleText()).toMatch(/^Roof 3.*column 3\s*Now No data.*No output, since .*Fan, since/);
  await press('ArrowRight', canvas);
  expect(moduleText()).toContain('column 3');
  await press('ArrowLeft', canvas);
  expect(moduleText()).toContain('column 2');
  await waitFor(() => expect(spoken.map((text) => text.slice(0, 6))).toEqual(['Roof 1', 'Roof 2', 'Roof 3', 'Roof 2']));
});

test('selects the module that a problem links to', async () => {
  await openPage(`/pvPlant/detail?sid=${SID}&view=layout&device=${three[2]!.sn}&module=3`, plant, {
    role: 'installer',
  });
  await plan();
  expect(moduleText()).toMatch(/^Roof 3.*No output, since/);
});

test('tells of the module under the pointer what it produces and its problems', async () => {
  await open();
  // Three modules in a row at the upper left corner, drawn with 20 pixels a metre.
  fireEvent.pointerMove(await plan(), { clientX: 50, clientY: 10 });
  const tip = (await screen.findByText(/^No output, since May 27/)).closest('[aria-hidden]')!;
  expect(tip.textContent).toMatch(/^Roof 3\s*No data/);
  fireEvent.pointerLeave(await plan());
  await waitFor(() => expect(screen.queryByText(/^No output/)).toBeNull());
});

test('links from a module to its page', async () => {
  await open();
  await press('ArrowDown', await plan());
  const { pathname, searchParams } = new URL(screen.getByText('Open module').closest('a')!.href);
  expect([pathname, searchParams.get('input')]).toEqual(['/devices/module/detail', '1']);
});

test('shows the layout as a table, including unplaced modules', async () => {
  const layout = roof(three);
  layout.zones[0]!.modules.pop();
  await open({ 'site/layoutInfo': layout });
  await plan();
  screen.getByText(/1 module is unplaced\./);
  fireEvent.click(screen.getByLabelText('Show as table'));
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Roof 1', '201 W', '1.10 kWh', '31.0 kWh', '901 kWh', '', 'South roof', '1', '1'],
    [
      'Roof 2',
      '202 W',
      '1.20 kWh',
      '32.0 kWh',
      '902 kWh',
      expect.stringMatching(/^Fan, since May/),
      'South roof',
      '1',
      '2',
    ],
    ['Roof 3', '–', '–', '33.0 kWh', '903 kWh', expect.stringMatching(/^No output.*; Fan/), 'unplaced', '–', '–'],
  ]);
  const link = screen.getByRole('link', { name: 'Roof 3' }) as HTMLAnchorElement;
  expect(new URL(link.href).pathname).toBe('/devices/module/detail');
  fireEvent.click(screen.getByLabelText('Show as plan'));
  await plan();
});

test('opens with the energy of today when nothing produces, with problems marked all the same', async () => {
  const asleep = three.map((module) => ({ ...module, now: module.input === 3 ? null : 0 }));
  const { address } = await open({ 'site/layoutInfo': roof(asleep, dark) });
  expect((await plan()).getAttribute('aria-label')).toMatch(/Today: energy of 2 of 3 modules, 2.30 kWh in total/);
  screen.getByText('1.20 kWh');
  screen.getByText('No energy');
  expect(address()).not.toContain('measure');
  screen.getByText('1 fault');
  screen.getByText('1 warning');
  fireEvent.click(screen.getByText('1 fault'));
  expect(moduleText()).toMatch(/^Roof 3.*No output/);
  fireEvent.click(screen.getByText('1 warning'));
  expect(moduleText()).toMatch(/^Roof 2.*Fan/);
});

test('keeps what colours the modules in the address, and names energy that no module is assigned', async () => {
  const { address } = await open({ 'site/layoutInfo': roof(three.map((module) => ({ ...module, undividedKwh: 8 }))) });
  await plan();
  fireEvent.click(screen.getByLabelText('Lifetime'));
  await waitFor(() => expect(address()).toContain('measure=lifetime'));
  expect((await plan()).getAttribute('aria-label')).toMatch(/Lifetime: energy of 3 of 3 modules, 2.71 MWh in total/);
  // Of the device, once.
  screen.getByText(/8.00 kWh of device energy is not included/);
});

test('shows that it is dark, so that modules without data are no fault', async () => {
  const nothing = { now: null, todayKwh: null, monthKwh: null, lifetimeKwh: null };
  await open({ 'site/layoutInfo': roof([roofModule(1, nothing)], dark) });
  await plan();
  screen.getByText(/^0 of 1 modules report power\. .+/);
});

test('shows a user who may edit that the modules are not placed yet, and links to the editor', async () => {
  await open({ 'site/layoutInfo': roof(three, { isProposal: true, version: 0, changedBy: '', changedIso: null }) });
  await screen.findByText(/have not been placed yet.*Edit the layout/);
  expect(screen.getByText('Edit layout').closest('a')!.getAttribute('href')).toBe(`/pvPlant/layout?sid=${SID}`);
});

test('offers no editor to a user who may only view', async () => {
  await open({ 'site/layoutInfo': roof(three, { changeable: false, isProposal: true }) }, 'owner');
  await plan();
  expect(screen.queryByText('Edit layout')).toBeNull();
  expect(screen.getByText(/have not been placed yet/).textContent).not.toContain('Edit');
});

test('shows that there are no modules, and links to the overview', async () => {
  await open({ 'site/layoutInfo': roof([], { zones: [], version: 0, changedBy: '', changedIso: null }) });
  const state = (await screen.findByText('No modules yet')).parentElement!;
  expect(within(state).getByRole('link').getAttribute('href')).toBe(`/pvPlant/detail?sid=${SID}`);
  expect(screen.queryByLabelText(/^Roof plan/)).toBeNull();
});

test('links from an empty layout to the editor for a user who may edit', async () => {
  await open({ 'site/layoutInfo': roof(three, { zones: [] }) });
  const edit = (await screen.findByText('Edit layout')).closest('a')!;
  expect(edit.getAttribute('href')).toBe(`/pvPlant/layout?sid=${SID}`);
  expect(screen.queryByLabelText(/^Roof plan/)).toBeNull();
});

test('shows the layout of two thousand modules as one plan', async () => {
  const many = Array.from({ length: 2000 }, (_, n) =>
    roofModule((n % 4) + 1, { sn: `A2${String(n).padStart(6, '0')}`, now: 100 }),
  );
  await open({ 'site/layoutInfo': roof(many.slice(0, 50), { modules: many }) });
  expect((await plan()).getAttribute('aria-label')).toContain('200 kW in total');
  screen.getByText(/^2,000 of 2,000 modules report power\./);
});

test('shows the layout when a retry succeeds', async () => {
  const { answer } = await open({ 'site/layoutInfo': unavailable });
  const retry = await screen.findByText('Try again');
  answer({ 'site/layoutInfo': roof(three) });
  fireEvent.click(retry);
  await waitFor(plan);
});

test('leads to the explanation of the layout in the guide', async () => {
  const { address } = await open();
  await plan();
  fireEvent.click(screen.getByRole('link', { name: 'What is this?' }));
  await screen.findByText('Roof layout', { selector: 'h2' });
  expect(address()).toBe('/guide#roof');
});
