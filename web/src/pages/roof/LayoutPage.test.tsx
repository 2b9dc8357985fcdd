// The layout editor without a pointer: fields, menus and keys, saving, and drafts in conflict with newer versions.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { overview, roof, roofModule, SID, siteDetail } from '../../../test/answers.ts';
import { type Answers, openPage, press, refused, typeIn } from '../../../test/page.tsx';
import { collectSpoken } from '../../../test/spoken.ts';

const spoken = collectSpoken();

const SOUTH = 'A1000001';
const EAST = 'A1000002';
const inputs = [1, 2, 3, 4];
const modules = [SOUTH, EAST].flatMap((sn) =>
  inputs.map((input) => roofModule(input, { sn, plcSN: `${sn}_${input}` })),
);
type Zone = ReturnType<typeof roof>['zones'][number];
const zone = (id: number, azimuth: number, sn: string): Zone => ({
  id,
  name: '',
  x: id * 8,
  y: 0,
  rotation: 0,
  tilt: 30,
  azimuth,
  orientation: 'portrait',
  rows: 2,
  columns: 2,
  modules: inputs.map((input) => ({ sn, input, row: Math.ceil(input / 2), column: 2 - (input % 2) })),
});
const zones = [zone(1, 180, SOUTH), zone(2, 90, EAST)];
const saved = roof(modules, { zones });
const proposal = { isProposal: true, version: 0, changedBy: '', changedIso: null };
const theirs = { ...saved, version: 4, zones: zones.map((mine) => ({ ...mine, name: `Theirs ${mine.id}` })) };
const conflict = refused('layoutHasChanged', 'olga@example.com changed this layout at 10:15.');

async function open(layout = saved, answers: Answers = {}) {
  const page = await openPage(
    `/pvPlant/layout?sid=${SID}`,
    { 'site/layoutInfo': layout, 'site/updateLayoutInfo': { version: layout.version + 1 }, ...answers },
    { role: 'installer' },
  );
  await screen.findByRole('application');
  return page;
}
const plan = () => screen.getByRole('application');
const part = (name: string | RegExp) => within(screen.getByLabelText(name, { selector: 'section' }));
const list = () => screen.getByLabelText('Zones', { selector: 'section' }).textContent;
const selectZone = (name: RegExp | string) => fireEvent.click(part('Zones').getByText(name));
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
function enter(name: string, value: string) {
  typeIn(field(name), value);
  fireEvent.blur(field(name));
}
async function openZoneAction(name: string) {
  fireEvent.click(screen.getByLabelText(/^Actions for zone/));
  fireEvent.click(await screen.findByText(name));
}
const saveButton = () => screen.getByText('Save').closest('button')!;
const undo = () => fireEvent.click(screen.getByLabelText('Undo'));
async function save(page: Awaited<ReturnType<typeof open>>) {
  const requestCount = page.requests('site/updateLayoutInfo').length;
  fireEvent.click(saveButton());
  await waitFor(() => expect(page.requests('site/updateLayoutInfo').length).toBe(requestCount + 1));
  return page.requests('site/updateLayoutInfo').at(-1)!;
}
const rename = (name: string) => {
  selectZone(/^East|^Mine|^Theirs 2/);
  enter('Name', name);
};
/** Closes the page and reopens it in the same browser. */
const reopen = (layout = saved, answers: Answers = {}) => {
  cleanup();
  return open(layout, answers);
};

test('saves a proposal with a zone that was renamed, turned to another azimuth and filled by columns', async () => {
  const page = await open({ ...saved, ...proposal });
  screen.getByText(/^Arranged automatically by tilt and direction/);
  selectZone(/^East/);
  enter('Name', 'Barn');
  enter('Azimuth', '100');
  enter('Rows', '1');
  expect(part('Unplaced').getAllByRole('listitem')).toHaveLength(2);
  enter('Columns', '4');
  fireEvent.click(screen.getByText('Fill by columns (2)'));
  screen.getByText('All modules are placed.');
  const request = await save(page);
  expect(request).toMatchObject({ sid: SID, version: 0 });
  expect(request.zones[1]).toMatchObject({ name: 'Barn', azimuth: 100, rows: 1, columns: 4 });
  expect(request.zones[1]!.modules.map(({ input, column }) => [input, column])).toHaveLength(4);
  await waitFor(() => expect(saveButton().disabled).toBe(true));
});

test('moves a module by keys, removes it, and places it by its number', async () => {
  const page = await open();
  await press('ArrowDown', plan());
  await waitFor(() => expect(spoken.at(-1)).toMatch(/South.*, row 1, column 1: Roof 1/));
  await press(' ', plan());
  await press('ArrowRight', plan());
  await press('Enter', plan());
  const { zones: swapped } = await save(page);
  const placeOf = (zoneList: readonly Zone[], input: number) =>
    zoneList[0]!.modules.filter((candidate) => candidate.input === input).map(({ row, column }) => [row, column])[0];
  expect([placeOf(swapped, 1), placeOf(swapped, 2)]).toEqual([
    [1, 2],
    [1, 1],
  ]);
  await waitFor(() => expect(saveButton().disabled).toBe(true));

  await press('Delete', plan());
  const tray = part('Unplaced');
  tray.getByText('Roof 1');
  fireEvent.keyDown(plan(), { key: 'z', ctrlKey: true });
  tray.getByText('All modules are placed.');
  fireEvent.keyDown(plan(), { key: 'z', ctrlKey: true, shiftKey: true });
  tray.getByText('Roof 1');
  typeIn(field('Serial number'), `${SOUTH}_1`);
  await press('Enter', field('Serial number'));
  tray.getByText('All modules are placed.');
  typeIn(field('Serial number'), 'NOBODY-1');
  await press('Enter', field('Serial number'));
  screen.getByText('This plant has no module with the number NOBODY-1.');
  const { zones: restored } = await save(page);
  expect(inputs.map((input) => placeOf(restored, input))).toEqual(inputs.map((input) => placeOf(swapped, input)));
});

test('separates a row of a zone, and combines it with the rest of the zone', async () => {
  const page = await open();
  selectZone(/^East/);
  await openZoneAction('Split row');
  fireEvent.click(await screen.findByText('Split'));
  await waitFor(() => expect(part('Zones').getAllByRole('listitem')).toHaveLength(3));
  const separate = await save(page);
  expect(separate.zones.map(({ modules: placed }) => placed.length)).toEqual([4, 2, 2]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openZoneAction('Merge zones');
  fireEvent.click(await screen.findByText('Merge'));
  await waitFor(() => expect(part('Zones').getAllByRole('listitem')).toHaveLength(2));
  const { zones: sent } = await save(page);
  expect(sent.map(({ modules: placed }) => placed.length)).toEqual([4, 4]);
});

test('rotates a zone about its centre by keys and by its field, with undo', async () => {
  const page = await open();
  selectZone(/^East/);
  const rotation = () => field('Rotation on the plan').value;
  await press('r', plan());
  expect(rotation()).toBe('5');
  await waitFor(() => expect(spoken.at(-1)).toBe('Zone rotated to 5°.'));
  fireEvent.keyDown(plan(), { key: 'R', shiftKey: true });
  fireEvent.keyDown(plan(), { key: 'R', shiftKey: true });
  expect(rotation()).toBe('-5');
  undo();
  expect(rotation()).toBe('0');
  await waitFor(() => expect(spoken.at(-1)).toBe('Undone: East 30°'));
  enter('Rotation on the plan', '-30.5');
  const { zones: sent } = await save(page);
  expect(sent[1]!.rotation).toBe(-30.5);
  expect(sent[1]!.x).not.toBe(zones[1]!.x);
});

test('ignores a measure whose text is no number, and keeps the text with its error', async () => {
  await open();
  selectZone(/^East/);
  enter('Azimuth', '35°');
  expect(field('Azimuth').value).toBe('35°');
  screen.getByText('Enter a number');
  expect(saveButton().disabled).toBe(true);
  enter('Azimuth', '35');
  expect(screen.queryByText('Enter a number')).toBeNull();
  expect(saveButton().disabled).toBe(false);
});

test('restores unsaved changes, and discards them on request', async () => {
  await open();
  rename('Mine');
  const page = await reopen();
  screen.getByText(/were restored/);
  expect(list()).toContain('Mine');
  expect(page.requests('site/updateLayoutInfo')).toEqual([]);
  fireEvent.click(screen.getByText('Discard my changes'));
  expect(list()).not.toContain('Mine');
  await reopen();
  expect(list()).toContain('East');
  expect(screen.queryByText(/were restored/)).toBeNull();
});

test('shows a newer version instead of an unsaved draft, and overwrites it only on request', async () => {
  await open();
  rename('Mine');
  const page = await reopen(theirs, { 'site/updateLayoutInfo': conflict });
  screen.getByText(/another version has been saved since/);
  expect(list()).toContain('Theirs 1');
  fireEvent.click(screen.getByText('Continue with my changes'));
  expect(list()).toContain('Mine');
  expect((await save(page)).version).toBe(3);
  await screen.findByText('olga@example.com changed this layout at 10:15.');
  page.answer({ 'site/updateLayoutInfo': { version: 5 } });
  fireEvent.click(await screen.findByText('Save mine instead'));
  await waitFor(() => expect(saveButton().disabled).toBe(true));
  const sent = page.requests('site/updateLayoutInfo').at(-1)!;
  expect([sent.version, sent.zones.map(({ name }) => name)]).toEqual([4, ['', 'Mine']]);
  await reopen({ ...saved, version: 5, zones: sent.zones });
  expect(list()).toContain('Mine');
  expect(screen.queryByText(/not saved/)).toBeNull();
});

test('shows both versions after a conflict, and adopts either without losing the other', async () => {
  const page = await open(saved, { 'site/updateLayoutInfo': conflict });
  rename('Mine');
  page.answer({ 'site/layoutInfo': theirs });
  fireEvent.click(saveButton());
  await screen.findByText('olga@example.com changed this layout at 10:15.');
  expect(list()).toContain('Mine');
  expect(saveButton().disabled).toBe(true);
  fireEvent.click(await screen.findByText('Show theirs'));
  fireEvent.click(await screen.findByText('Show mine'));
  fireEvent.click(screen.getByText('Use theirs'));
  expect(list()).toContain('Theirs 1');
  undo();
  expect(list()).toContain('Mine');
  page.answer({ 'site/updateLayoutInfo': { version: 5 } });
  expect(await save(page)).toMatchObject({ version: 4, zones: [{ name: '' }, { name: 'Mine' }] });
});

test('saves a layout whose zones were all deleted', async () => {
  const page = await open();
  for (const name of [/^East/, /^South/]) {
    selectZone(name);
    await openZoneAction('Delete zone');
    await waitFor(() => expect(screen.queryByText('Delete zone')).toBeNull());
  }
  expect((await save(page)).zones).toEqual([]);
});

test('arranges an empty layout by tilt and azimuth on request', async () => {
  const page = await open({ ...saved, zones: [] });
  page.answer({
    'site/layoutInfo': ({ arranged }) => (arranged ? { ...saved, ...proposal } : { ...saved, zones: [] }),
  });
  fireEvent.click(screen.getByText('Arrange by tilt and direction'));
  await screen.findByText('All modules are placed.');
  expect(page.requests('site/layoutInfo').at(-1)).toMatchObject({ arranged: true });
  expect((await save(page)).zones).toHaveLength(2);
});

test('redirects a user who may not edit the layout to its view', async () => {
  const layout = { ...saved, changeable: false };
  const { address } = await openPage(
    `/pvPlant/layout?sid=${SID}`,
    { 'site/layoutInfo': layout, 'site/overview': overview(), 'site/detail': siteDetail() },
    { role: 'installer' },
  );
  await screen.findByLabelText(/^Roof plan/);
  await waitFor(() => expect(address()).toMatch(/^\/pvPlant\/detail\?.*view=layout/));
  expect(screen.queryByText('Edit layout')).toBeNull();
});
