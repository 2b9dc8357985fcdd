// common/state: a country's states, none where it has none.
import { expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';

const { ask, call } = await testServer();

test('common/state lists the states of a country in any case', async () => {
  expect((await ask('common/state', { country: 'de' })).list).toContainEqual({ code: 'DE-BY', name: 'Bayern' });
  expect((await ask('common/state', { country: 'AQ' })).list).toEqual([]);
});

test('an unknown country is refused', async () => {
  expect((await call('common/state', { country: 'ZZ' })).code).toBe(1014);
});
