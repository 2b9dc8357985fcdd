// auth/role/list/system: the six roles of the portal, whose rights only an administrator changes.
import { expect, test } from 'vitest';
import { createCompanyHierarchy } from '../../../../../test/companyHierarchy.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { ask } = server;
const { administrator, distributor } = await createCompanyHierarchy(server);

test('all six, with the menus that they own', async () => {
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

test('to others than administrators they are to look at', async () => {
  const { list } = await ask('auth/role/list/system', {}, { token: distributor.token });
  expect(list.map(({ rights }) => rights)).toEqual(list.map(() => ({ update: false, distribute: false })));
  // The administrators of the root company are none of this branch.
  expect(list.find(({ code }) => code === 'administrator')?.users).toBe(0);
});
