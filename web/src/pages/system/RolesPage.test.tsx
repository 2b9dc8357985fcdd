// Roles and their rights: which are the reader's to change, what is sent, and who is told that somebody was quicker.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { menuEntry, role } from '../../../test/answers.ts';
import { type Answers, openPage, press, refused, typeIn, unavailable } from '../../../test/page.tsx';

const installer = role({
  id: 5,
  code: 'installer',
  name: 'Installer',
  companyId: 0,
  companyName: '',
  users: 12,
  version: 1,
  menus: [1, 3, 4],
  rights: { update: false, distribute: false },
});
const roles: Answers = {
  'auth/role/list/system': { list: [installer] },
  'auth/role/list': { list: [role()], total: 1 },
  'auth/menu/list': {
    list: [
      menuEntry({ id: 1, name: 'PvPlant' }),
      menuEntry({ id: 3, name: 'SiteUpdate', mode: 2, parentId: 1, path: '' }),
      menuEntry({ id: 4, name: 'SiteDelete', mode: 2, parentId: 1, path: '' }),
      menuEntry({ id: 6, name: 'Alerts' }),
      menuEntry({ id: 7, name: 'OtaChange', mode: 2, parentId: 6, path: '' }),
    ],
    offered: [],
    rights: { change: false },
  },
};
const open = (answers: Answers = {}, address = '/system/rolesPermission?role=40') =>
  openPage(address, { ...roles, ...answers }, { role: 'manager' });
const rights = async (name = 'Night shift') => within(await screen.findByRole('group', { name: `Rights of ${name}` }));
const tick = (of: Awaited<ReturnType<typeof rights>>, name: string) => of.getByLabelText<HTMLInputElement>(name);
const save = () => fireEvent.click(screen.getByText('Save', { selector: 'button *' }));

test('shows what the open role may do, as a tree of pages with their buttons', async () => {
  await open();
  const tree = await rights();
  const ticked = tree.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked);
  expect(ticked).toEqual([true, true, false, false, false]);
  expect(tick(tree, 'Edit plants').checked).toBe(true);
});

test('saves the rights as a whole with the version that was read', async () => {
  const { answer, requests } = await open({ 'auth/role/menu/distribution': { version: 5 } });
  const tree = await rights();
  fireEvent.click(tick(tree, 'Delete plants'));
  fireEvent.click(tick(tree, 'Alerts'));
  screen.getByText('2 changes not saved');
  answer({ 'auth/role/list': { list: [role({ menus: [1, 3, 4, 6], version: 5 })], total: 1 } });
  save();
  await waitFor(() => expect(screen.queryByText('2 changes not saved')).toBeNull());
  expect(requests('auth/role/menu/distribution')).toEqual([{ role_id: 40, version: 4, menus: [1, 3, 4, 6] }]);
  expect(tick(await rights(), 'Delete plants').checked).toBe(true);
});

test('takes the buttons of a page along when the page is taken away', async () => {
  const { requests } = await open({ 'auth/role/menu/distribution': { version: 5 } });
  const tree = await rights();
  fireEvent.click(tree.getAllByRole('checkbox')[0]!);
  expect(tick(tree, 'Edit plants').checked).toBe(false);
  save();
  await waitFor(() => expect(requests('auth/role/menu/distribution')).toMatchObject([{ menus: [] }]));
});

test('gives the page along with one of its buttons', async () => {
  await open({ 'auth/role/list': { list: [role({ menus: [] })], total: 1 } });
  const tree = await rights();
  fireEvent.click(tick(tree, 'Edit plants'));
  expect(tree.getAllByRole<HTMLInputElement>('checkbox')[0]!.checked).toBe(true);
});

test('discards what was ticked and not saved', async () => {
  const { requests } = await open();
  const tree = await rights();
  fireEvent.click(tick(tree, 'Alerts'));
  fireEvent.click(screen.getByText('Discard'));
  expect(tick(tree, 'Alerts').checked).toBe(false);
  expect(screen.queryByText(/not saved/)).toBeNull();
  expect(requests('auth/role/menu/distribution')).toEqual([]);
});

test('does not let a reader grant what the reader does not hold', async () => {
  await open();
  const box = tick(await rights(), 'Bring in and publish firmware');
  expect(box.disabled).toBe(true);
});

test('only shows the portal’s own roles to who is no administrator', async () => {
  await open({}, '/system/rolesPermission?role=5');
  const tree = await rights('Installer');
  for (const box of tree.getAllByRole<HTMLInputElement>('checkbox')) expect(box.disabled).toBe(true);
});

test('tells the second of two editors, who loads the newer rights and loses nothing unseen', async () => {
  const { answer } = await open({
    'auth/role/menu/distribution': refused('changedMeanwhile', 'Somebody else has changed this role.'),
  });
  fireEvent.click(tick(await rights(), 'Alerts'));
  save();
  await screen.findByText('Somebody else has changed this role.');
  answer({ 'auth/role/list': { list: [role({ menus: [1], version: 5 })], total: 1 } });
  fireEvent.click(screen.getByText('Load again'));
  await waitFor(async () => expect(tick(await rights(), 'Edit plants').checked).toBe(false));
  expect(screen.queryByText('Somebody else has changed this role.')).toBeNull();
});

test('makes a new role with Enter and opens it', async () => {
  const { address, answer, requests } = await open({ 'auth/role/create': { id: 41 } });
  fireEvent.click(await screen.findByText('New role'));
  const dialog = within(await screen.findByRole('dialog'));
  const name = dialog.getByLabelText(/^Name/);
  await press('Enter', name);
  await dialog.findByText('This Field is required.');
  typeIn(name, 'Day shift');
  answer({ 'auth/role/list': { list: [role(), role({ id: 41, name: 'Day shift', menus: [] })], total: 2 } });
  await press('Enter', name);
  await rights('Day shift');
  expect(address()).toContain('role=41');
  expect(requests('auth/role/create')).toEqual([{ name: 'Day shift', scope: 'branch' }]);
});

test('shows why a role cannot be made in its dialog, which Escape closes', async () => {
  await open({ 'auth/role/create': refused('roleNotFound', 'The copied role is gone.') });
  fireEvent.click(await screen.findByText('New role'));
  const dialog = within(await screen.findByRole('dialog'));
  typeIn(dialog.getByLabelText(/^Name/), 'Day shift');
  await press('Enter', dialog.getByLabelText(/^Name/));
  await dialog.findByText('The copied role is gone.');
  await press('Escape', dialog.getByLabelText(/^Name/));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('shows the roles once the server answers again', async () => {
  const { answer } = await open({ 'auth/role/list': unavailable });
  const retry = await screen.findByText('Try again');
  answer(roles);
  fireEvent.click(retry);
  await rights();
});
