// Menu entries: created, moved and deleted; and the comparison of all roles.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { menuEntry, role } from '../../../test/answers.ts';
import { type Answers, choose, openPage, press, type Reader, refused, typeIn } from '../../../test/page.tsx';

const plants = menuEntry({ id: 1, name: 'PvPlant' });
const group = menuEntry({ id: 9, name: '', title: 'Every day', titleLocale: '', path: '', isOwn: true });
const entries = [plants, group];
const menus: Answers = {
  'auth/menu/list': { list: entries, offered: [{ mode: 1, name: 'PvPlant' }], rights: { change: true } },
};
const administrator: Reader = { role: 'administrator' };
const open = (answers: Answers = {}, as = administrator) => openPage('/system/menus', { ...menus, ...answers }, as);
const list = async () => within(await screen.findByRole('list', { name: 'Menu entries' }));
const dialog = async () => within(await screen.findByRole('dialog'));
const dialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const pressButton = (within: Awaited<ReturnType<typeof dialog>>, word: string) =>
  fireEvent.click(within.getByText(word, { selector: 'button *' }));

test('lists the entries with kind, address and number of roles', async () => {
  await open();
  const rows = (await list()).getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual(['PV PlantPage/PvPlant1 role', 'Every dayGroup1 role']);
});

test('creates a group with a title and an icon', async () => {
  const { requests } = await open({ 'auth/menu/create': { id: 10 } });
  await list();
  fireEvent.click(screen.getByText('New entry', { selector: 'button *' }));
  const form = await dialog();
  const title = await form.findByLabelText(/^Title/);
  await press('Enter', title);
  await form.findByText('This Field is required.');
  typeIn(title, 'Service');
  fireEvent.click(form.getByLabelText('bell'));
  await press('Enter', title);
  await dialogClosed();
  expect(requests('auth/menu/create')).toEqual([
    { mode: 1, name: '', title: 'Service', icon: 'IconBell', params: '', parent_id: 0 },
  ]);
});

test('creates another entry for a page, with parameters and in a group', async () => {
  const { requests } = await open({ 'auth/menu/create': { id: 10 } });
  await list();
  fireEvent.click(screen.getByText('New entry', { selector: 'button *' }));
  const form = await dialog();
  await choose(await form.findByRole('combobox', { name: 'Type' }), 'Page: PV Plant');
  const title = form.getByLabelText(/^Title/);
  typeIn(title, 'Faulty plants');
  typeIn(form.getByLabelText(/^Address parameters/), 'a b');
  await press('Enter', title);
  await form.findByText('Without spaces, ? and #');
  typeIn(form.getByLabelText(/^Address parameters/), 'status=alert');
  await choose(form.getByRole('combobox', { name: 'Parent' }), 'Every day');
  await press('Enter', title);
  await dialogClosed();
  expect(requests('auth/menu/create')).toEqual([
    { mode: 1, name: 'PvPlant', title: 'Faulty plants', icon: '', params: 'status=alert', parent_id: 9 },
  ]);
});

test('moves an entry up and shows the new order after the response', async () => {
  const { answer, requests } = await open({ 'auth/menu/update': { version: 2 } });
  const rows = await list();
  expect(rows.getByLabelText<HTMLButtonElement>('Move PV Plant up').disabled).toBe(true);
  answer({ 'auth/menu/list': { list: [group, plants], offered: [], rights: { change: true } } });
  fireEvent.click(rows.getByLabelText('Move Every day up'));
  await waitFor(() => expect(rows.getAllByRole('listitem')[0]!.textContent).toContain('Every day'));
  expect(requests('auth/menu/update')).toMatchObject([{ id: 9, title: 'Every day', parent_id: 0, place: 0 }]);
});

test('deletes an entry after a confirmation and reports when it has children', async () => {
  const { answer, requests } = await open({
    'auth/menu/del': refused('menuHasChildren', 'Other entries still stand beneath this one.'),
  });
  const rows = await list();
  fireEvent.click(rows.getByLabelText('More actions for Every day'));
  fireEvent.click(await screen.findByText('Delete', { selector: '[role=menuitem] *' }));
  const prompt = await dialog();
  pressButton(prompt, 'Delete');
  await prompt.findByText('Other entries still stand beneath this one.');
  answer({
    'auth/menu/del': {},
    'auth/menu/list': { list: [plants], offered: [], rights: { change: true } },
  });
  pressButton(prompt, 'Delete');
  await dialogClosed();
  await waitFor(() => expect(rows.queryByText('Every day')).toBeNull());
  expect(requests('auth/menu/del')).toEqual([{ id: 9 }, { id: 9 }]);
});

const access: Answers = {
  'auth/role/list/system': {
    list: [role({ id: 5, code: 'dealer', name: 'Dealer', menus: [1, 3] }), role({ id: 6, name: 'Owner', menus: [1] })],
  },
  'auth/role/list': { list: [], total: 0 },
  'auth/menu/list': {
    list: [plants, menuEntry({ id: 3, name: 'SiteCreate', mode: 2, parentId: 1, path: '' })],
    offered: [],
    rights: { change: false },
  },
};

test('compares all roles, shows only their differences on demand, and links to each role', async () => {
  await openPage('/system/groupAccess', access, administrator);
  const table = within(await screen.findByRole('table'));
  const titles = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(titles).toEqual(['Page, button or page module', 'Dealer', 'Owner']);
  const cells = (right: string) =>
    [...table.getByText(right).closest('tr')!.querySelectorAll('td')].map(({ textContent }) => textContent);
  expect(cells('PV Plant')).toEqual(['yes', 'yes']);
  expect(cells('Create plants')).toEqual(['yes', 'no']);
  fireEvent.click(screen.getByLabelText('Only differences'));
  expect(table.queryByText('PV Plant')).toBeNull();
  expect(cells('Create plants')).toEqual(['yes', 'no']);
  expect(table.getByText('Dealer').getAttribute('href')).toBe('/system/rolesPermission?role=5');
});

test('is read-only for a user who may not change the portal’s roles', async () => {
  const rights = { update: false, distribute: false };
  const dealer = role({ id: 5, code: 'dealer', name: 'Dealer', companyId: 0, companyName: '', rights });
  const answers = { ...access, 'auth/role/list/system': { list: [dealer] } };
  await openPage('/system/rolesPermission?role=5', answers, { role: 'manager' });
  await screen.findByText(/Read-only: only administrators/);
});
