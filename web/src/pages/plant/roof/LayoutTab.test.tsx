// The layout of a plant: its description and that of its modules, the table, and the permission to edit.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { overview, roof, roofModule, SID, siteDetail } from '../../../../test/answers.ts';
import { type Answers, openPage, press, unavailable } from '../../../../test/page.tsx';

const three = [roofModule(1), roofModule(2, { fault: 'Fan' }), roofModule(3, { now: null })];
const plant: Answers = { 'site/overview': overview(), 'site/detail': siteDetail(), 'site/layoutInfo': roof(three) };
const open = (answers: Answers = {}, role: 'installer' | 'owner' = 'installer') =>
  openPage(`/pvPlant/detail?sid=${SID}&view=layout`, { ...plant, ...answers }, { role });
const plan = () => screen.findByLabelText(/^Plan of the roof/);
const moduleText = () => screen.getByText('Open module').closest('[role=status]')!.textContent;

test('describes how many modules report and their total power', async () => {
  await open();
  expect((await plan()).getAttribute('aria-label')).toMatch(/2 of 3 modules .* 403 W together/);
  screen.getByText('400 W');
});

test('moves from module to module by arrow keys and describes each', async () => {
  await open();
  const canvas = await plan();
  await press('ArrowRight', canvas);
  expect(moduleText()).toMatch(/^Roof 1\s*201 W.*South roof, row 1, column 1/);
  await press('ArrowRight', canvas);
  expect(moduleText()).toMatch(/^Roof 2\s*202 W\s*Fan.*column 2/);
  await press('ArrowRight', canvas);
  expect(moduleText()).toMatch(/^Roof 3\s*No data.*column 3/);
  await press('ArrowRight', canvas);
  expect(moduleText()).toContain('column 3');
  await press('ArrowLeft', canvas);
  expect(moduleText()).toContain('column 2');
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
  screen.getByText(/1 module has no place\./);
  fireEvent.click(screen.getByLabelText('Show as table'));
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Roof 1', 'South roof', '1', '1', '201 W', '–'],
    ['Roof 2', 'South roof', '1', '2', '202 W', 'Fan'],
    ['Roof 3', 'no place', '–', '–', '–', '–'],
  ]);
  fireEvent.click(screen.getByLabelText('Show as plan'));
  await plan();
});

test('shows that it is dark, so that modules without data are no fault', async () => {
  await open({ 'site/layoutInfo': roof([roofModule(1, { now: null })], { isDark: true }) });
  await plan();
  screen.getByText(/^0 of 1 modules report their power\. .+/);
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
  const state = (await screen.findByText('There are no modules yet')).parentElement!;
  expect(within(state).getByRole('link').getAttribute('href')).toBe(`/pvPlant/detail?sid=${SID}`);
  expect(screen.queryByLabelText(/^Plan of the roof/)).toBeNull();
});

test('links from an empty layout to the editor for a user who may edit', async () => {
  await open({ 'site/layoutInfo': roof(three, { zones: [] }) });
  const edit = (await screen.findByText('Edit layout')).closest('a')!;
  expect(edit.getAttribute('href')).toBe(`/pvPlant/layout?sid=${SID}`);
  expect(screen.queryByLabelText(/^Plan of the roof/)).toBeNull();
});

test('shows the layout of two thousand modules as one plan', async () => {
  const many = Array.from({ length: 2000 }, (_, n) =>
    roofModule((n % 4) + 1, { sn: `A2${String(n).padStart(6, '0')}`, now: 100 }),
  );
  await open({ 'site/layoutInfo': roof(many.slice(0, 50), { modules: many }) });
  expect((await plan()).getAttribute('aria-label')).toContain('200 kW together');
  screen.getByText(/^2,000 of 2,000 modules report their power\./);
});

test('shows the layout when a retry succeeds', async () => {
  const { answer } = await open({ 'site/layoutInfo': unavailable });
  const retry = await screen.findByText('Try again');
  answer({ 'site/layoutInfo': roof(three) });
  fireEvent.click(retry);
  await waitFor(plan);
});
