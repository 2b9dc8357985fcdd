// auth/role/list/system: the six built-in roles, whose permissions only an administrator changes.
import { expect, test } from 'vitest';
import { createCompanyHierarchy } from '../../../../../test/companyHierarchy.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { ask } = server;
const { administrator, distributor } = await createCompanyHierarchy(server);

test('lists all six roles with their menus', async () => {
  const { list } = await ask('auth/role/list/system', {}, { token: administrator.token });
  expect(list.map(({ code }) => code)).toEqual([
    'administrator',
    'manager',
    'distributor',
    'dealer',
    'installer',
    'owner',
  ]);
  expect(list.map(({ menus }) => menus.length > 0)).toEqual(list.map(() => true));
  expect(list.map(({ rights }) => rights)).toEqual(list.map(() => ({ update: false, distribute: true })));
});

test('makes built-in roles read-only for users who are not administrators', async () => {
  const { list } = await ask('auth/role/list/system', {}, { token: distributor.token });
  expect(list.map(({ rights }) => rights)).toEqual(list.map(() => ({ update: false, distribute: false })));
  // The administrators of the root company do not belong to this branch.
  expect(list.find(({ code }) => code === 'administrator')?.users).toBe(0);
});
