// auth/menu/list: all entries, each before those beneath it, and what entries can be made of.
import { expect, test } from 'vitest';
import { createCompanyHierarchy } from '../../../../test/companyHierarchy.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { ask, call } = server;
const { administrator, distributor, enter } = await createCompanyHierarchy(server);

test('pages with their buttons and modules, in the menu’s order', async () => {
  const { list, offered, rights } = await ask('auth/menu/list', {}, { token: administrator.token });
  const names = list.map(({ name }) => name);
  expect(names.indexOf('SiteCreate')).toBe(names.indexOf('PvPlant') + 1);
  expect(names.indexOf('RolesPermission')).toBe(names.indexOf('System') + 1);
  expect(list.find(({ name }) => name === 'PvPlant')).toMatchObject({
    parentId: 0,
    mode: 1,
    path: '/pvPlant',
    roles: 6,
  });
  expect(offered).toContainEqual({ mode: 1, name: 'Alerts' });
  // Buttons and page modules are there once.
  expect(offered.filter(({ mode }) => mode !== 1)).toEqual([]);
  expect(rights).toEqual({ change: true });
});

test('who distributes rights reads it, and changes nothing; others are refused', async () => {
  expect((await ask('auth/menu/list', {}, { token: distributor.token })).rights).toEqual({ change: false });
  const { token } = await enter('installer');
  expect(await call('auth/menu/list', {}, { token })).toMatchObject({ status: 403 });
});
