// The modules of a plant sorted into pages: pages are added, renamed, moved and deleted, and several modules moved at once.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { heard, SID, siteDetail } from '../../../test/answers.ts';
import { type Answers, choose, openPage, press, refused, typeIn } from '../../../test/page.tsx';

const FIRST = '1F90AE01';
type Modules = Response<'site/modules'>;
type Page = Response<'site/modules/page'>['list'][number];
const module = (sn: string, addr: number): Modules['list'][number]['modules'][number] => ({
  ...{ plcSN: `${sn}_${addr}`, addr, now: 100, todayPower: 0.5, totalPower: 10, units: 'W', version: '', status: '0' },
  ...{ page: 0, pageName: '', label: '', product: '', peakPower: null, stringNumber: null, tilt: 30, azimuth: 180 },
  ...{ orientation: null, own: [], byZone: [], zone: null, model: 800, model_name: 'BDM-800' },
  ...heard(60),
});
const device = (sn: string): Modules['list'][number] => ({
  ...{ sn, isPhase: 1, modules: [module(sn, 1), module(sn, 2)], status: 0, statusTitle: 'Online', alertCode: '0000' },
  ...{ alertTitle: 'OK', model: 800, modelName: 'BDM-800', version: '', alias: '' },
  ...heard(60),
});
const both = [device(FIRST), device('1F90AE02')];
const listOf = (list: Modules['list']): Modules => ({ list, total: list.length, total_plc: 4, is_all: true });
const page = (number: number, name: string, modules: number): Page => ({
  ...{ page: number, name, modules, now: null, todayPower: null, nowOf: 0, todayOf: 0, nowUnit: 'W' },
  todayPowerUnit: 'kWh',
});
const pages = (...list: Page[]) => ({ list, total_plc: 4 });
const sorted = pages(page(1, 'East roof', 0), page(2, 'Barn', 0), page(0, '', 4));
const plant: Answers = {
  ...{ 'site/detail': siteDetail(), 'device/list': { list: [], total: 0, kinds: {}, models: [] } },
  ...{ 'site/modules/page': sorted, 'site/modules': listOf(both) },
  ...{ 'common/country': { list: [] }, 'common/state': { list: [] }, 'common/timezone': { list: [] } },
  ...{ 'common/currency': { list: [] } },
  'site/publicLinks': { list: [], mayChange: false, firstDay: '2026-06-10', lastDay: '2027-06-10' },
  'site/offers': { list: [], userEmail: '', mayOffer: false, care: null, mayEndCare: false, sendsMail: true },
};
const open = (answers: Answers = {}) =>
  openPage(`/pvPlant/edit?sid=${SID}`, { ...plant, ...answers }, { role: 'installer', without: ['SiteMoney'] });
const list = async () => within(await screen.findByLabelText('Pages', { selector: 'ul' }));
const entry = async (name: string) => (await list()).findByText(name, { selector: 'button *' });
const countOf = async (name: string) => (await entry(name)).closest('button')!.textContent;
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
async function act(name: string, action: string) {
  fireEvent.click(await screen.findByLabelText(`Actions for the page ${name}`));
  fireEvent.click(await screen.findByText(action));
}

test('counts the modules of each page', async () => {
  await open();
  expect(await countOf('All modules')).toContain('4 modules');
  expect(await countOf('East roof')).toContain('0 modules');
  expect(await countOf('Not sorted')).toContain('4 modules');
});

test('adds a page with Enter and opens it, and refuses a name that is taken', async () => {
  const { answer, requests } = await open({
    'device/modules/page/add': refused('modulePageTaken', 'There is a page of this name.'),
  });
  fireEvent.click(await screen.findByText('Add a page'));
  const adding = await dialog('Add a page');
  const name = adding.getByLabelText(/^Name of the page/);
  typeIn(name, 'barn');
  await press('Enter', name);
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  answer({
    'device/modules/page/add': { page: 3 },
    'site/modules/page': pages(...sorted.list.slice(0, 2), page(3, 'West roof', 0), page(0, '', 4)),
    'site/modules': ({ modulePage }) => listOf(modulePage === 3 ? [] : both),
  });
  typeIn(name, 'West roof');
  await press('Enter', name);
  await closed();
  await screen.findByText('No modules on this page');
  expect((await entry('West roof')).closest('button')!.getAttribute('aria-pressed')).toBe('true');
  expect(requests('device/modules/page/add').map((one) => one.name)).toEqual(['barn', 'West roof']);
});

test('moves all modules between two that are selected with Shift', async () => {
  const { answer, requests } = await open({ 'device/modules/move/batch': { count: 3 } });
  fireEvent.click(await entry('Not sorted'));
  fireEvent.click(await screen.findByLabelText(`Select ${FIRST}_1`));
  fireEvent.click(screen.getByLabelText('Select 1F90AE02_1'), { shiftKey: true });
  screen.getByText('3 selected');
  await choose(screen.getByRole('combobox', { name: 'Move to the page' }), 'East roof');
  answer({ 'site/modules/page': pages(page(1, 'East roof', 3), page(2, 'Barn', 0), page(0, '', 1)) });
  fireEvent.click(screen.getByText('Move', { selector: 'button *' }));
  await waitFor(async () => expect(await countOf('East roof')).toContain('3 modules'));
  expect(requests('device/modules/move/batch')).toEqual([
    {
      ...{ sid: SID, page: 1 },
      list: [
        { sn: FIRST, input: 1 },
        { sn: FIRST, input: 2 },
        { sn: '1F90AE02', input: 1 },
      ],
    },
  ]);
});

test('renames a page and moves it before another one', async () => {
  const { answer, requests } = await open({ 'device/modules/page/edit': {} });
  await act('Barn', 'Rename');
  const renaming = await dialog('Rename Barn');
  const name = renaming.getByLabelText(/^Name of the page/);
  typeIn(name, 'Shed');
  answer({ 'site/modules/page': pages(page(1, 'East roof', 0), page(2, 'Shed', 0), page(0, '', 4)) });
  await press('Enter', name);
  await closed();
  await act('Shed', 'Move up');
  await waitFor(() =>
    expect(requests('device/modules/page/edit')).toEqual([
      { sid: SID, page: 2, name: 'Shed' },
      { sid: SID, page: 2, place: 1 },
    ]),
  );
});

test('says that the modules of a deleted page stay in the plant', async () => {
  const { answer, requests } = await open({
    'site/modules/page': pages(page(1, 'East roof', 3), page(0, '', 1)),
    'device/modules/page/del': { count: 3 },
  });
  await act('East roof', 'Delete');
  const deleting = await dialog('Delete the page East roof?');
  deleting.getByText(/^Its 3 modules stay in the plant/);
  answer({ 'site/modules/page': pages(page(0, '', 4)) });
  fireEvent.click(deleting.getByText('Delete', { selector: 'button *' }));
  await closed();
  await waitFor(() => expect(screen.queryByText('East roof')).toBeNull());
  expect(requests('device/modules/page/del')).toEqual([{ sid: SID, page: 1 }]);
});

test('finds modules by what is typed, and edits one where it is found', async () => {
  const { requests } = await open({
    'site/modules': ({ keywords }) => listOf(keywords === FIRST ? [device(FIRST)] : both),
    ...{ 'device/modules/page': { list: [] }, 'device/modules/edit': {} },
  });
  typeIn(await screen.findByLabelText('Number, name, module type', { selector: 'input' }), FIRST);
  await waitFor(() => expect(screen.queryByText('1F90AE02_1')).toBeNull());
  fireEvent.click(screen.getByLabelText(`Edit ${FIRST}_2`));
  const editing = await dialog(`Module ${FIRST}_2`);
  typeIn(editing.getByLabelText('Name'), 'Ridge');
  await press('Enter', editing.getByLabelText('Name'));
  await closed();
  expect(requests('device/modules/edit')).toMatchObject([{ sn: FIRST, list: [{ input: 2, label: 'Ridge' }] }]);
});
