// common/state: the states of a country, empty if it has none.
import { expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';

const { ask, call } = await testServer();

test('lists the states of a country in upper or lower case', async () => {
  expect((await ask('common/state', { country: 'de' })).list).toContainEqual({ code: 'DE-BY', name: 'Bayern' });
  expect((await ask('common/state', { country: 'AQ' })).list).toEqual([]);
});

test('refuses an unknown country', async () => {
  expect((await call('common/state', { country: 'ZZ' })).code).toBe(1014);
});
