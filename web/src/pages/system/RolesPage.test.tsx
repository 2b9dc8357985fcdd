// Roles and their rights: which ones the user may change, what is saved, and conflicts between two editors.
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
const rights = async (name = 'Night shift') =>
  within(await screen.findByRole('group', { name: `Permissions of ${name}` }));
const checkbox = (of: Awaited<ReturnType<typeof rights>>, name: string) => of.getByLabelText<HTMLInputElement>(name);
const save = () => fireEvent.click(screen.getByText('Save', { selector: 'button *' }));

test('shows the rights of the open role as a tree of pages with their buttons', async () => {
  await open();
  const tree = await rights();
  const states = tree.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked);
  expect(states).toEqual([true, true, false, false, false]);
  expect(checkbox(tree, 'Edit plants').checked).toBe(true);
});

test('saves all rights together with the version that was read', async () => {
  const { answer, requests } = await open({ 'auth/role/menu/distribution': { version: 5 } });
  const tree = await rights();
  fireEvent.click(checkbox(tree, 'Delete plants'));
  fireEvent.click(checkbox(tree, 'Alerts'));
  screen.getByText('2 unsaved changes');
  answer({ 'auth/role/list': { list: [role({ menus: [1, 3, 4, 6], version: 5 })], total: 1 } });
  save();
  await waitFor(() => expect(screen.queryByText('2 unsaved changes')).toBeNull());
  expect(requests('auth/role/menu/distribution')).toEqual([{ role_id: 40, version: 4, menus: [1, 3, 4, 6] }]);
  expect(checkbox(await rights(), 'Delete plants').checked).toBe(true);
});

test('revokes the buttons of a page together with the page', async () => {
  const { requests } = await open({ 'auth/role/menu/distribution': { version: 5 } });
  const tree = await rights();
  fireEvent.click(tree.getAllByRole('checkbox')[0]!);
  expect(checkbox(tree, 'Edit plants').checked).toBe(false);
  save();
  await waitFor(() => expect(requests('auth/role/menu/distribution')).toMatchObject([{ menus: [] }]));
});

test('grants the page together with one of its buttons', async () => {
  await open({ 'auth/role/list': { list: [role({ menus: [] })], total: 1 } });
  const tree = await rights();
  fireEvent.click(checkbox(tree, 'Edit plants'));
  expect(tree.getAllByRole<HTMLInputElement>('checkbox')[0]!.checked).toBe(true);
});

test('discards unsaved changes', async () => {
  const { requests } = await open();
  const tree = await rights();
  fireEvent.click(checkbox(tree, 'Alerts'));
  fireEvent.click(screen.getByText('Discard'));
  expect(checkbox(tree, 'Alerts').checked).toBe(false);
  expect(screen.queryByText(/not saved/)).toBeNull();
  expect(requests('auth/role/menu/distribution')).toEqual([]);
});

test('does not let a user grant a right that the user does not hold', async () => {
  await open();
  const input = checkbox(await rights(), 'Upload and publish firmware');
  expect(input.disabled).toBe(true);
});

test('shows the portal’s own roles read-only to users other than administrators', async () => {
  await open({}, '/system/rolesPermission?role=5');
  const tree = await rights('Installer');
  for (const input of tree.getAllByRole<HTMLInputElement>('checkbox')) expect(input.disabled).toBe(true);
});

test('reports a conflict to the second of two editors, who then reloads the newer rights', async () => {
  const { answer } = await open({
    'auth/role/menu/distribution': refused('changedMeanwhile', 'Somebody else has changed this role.'),
  });
  fireEvent.click(checkbox(await rights(), 'Alerts'));
  save();
  await screen.findByText('Somebody else has changed this role.');
  answer({ 'auth/role/list': { list: [role({ menus: [1], version: 5 })], total: 1 } });
  fireEvent.click(screen.getByText('Reload'));
  await waitFor(async () => expect(checkbox(await rights(), 'Edit plants').checked).toBe(false));
  expect(screen.queryByText('Somebody else has changed this role.')).toBeNull();
});

test('creates a role with Enter and opens it', async () => {
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

test('shows in the dialog why a role cannot be created, and closes it with Escape', async () => {
  await open({ 'auth/role/create': refused('roleNotFound', 'The copied role is gone.') });
  fireEvent.click(await screen.findByText('New role'));
  const dialog = within(await screen.findByRole('dialog'));
  typeIn(dialog.getByLabelText(/^Name/), 'Day shift');
  await press('Enter', dialog.getByLabelText(/^Name/));
  await dialog.findByText('The copied role is gone.');
  await press('Escape', dialog.getByLabelText(/^Name/));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('shows the roles when a retry succeeds', async () => {
  const { answer } = await open({ 'auth/role/list': unavailable });
  const retry = await screen.findByText('Try again');
  answer(roles);
  fireEvent.click(retry);
  await rights();
});
