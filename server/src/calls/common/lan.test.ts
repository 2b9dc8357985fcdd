// common/lan: eleven languages with their numbers in the API.
import { expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';

const { ask } = await testServer();

test('lists each language by its native name, number and code', async () => {
  const { list } = await ask('common/lan');
  expect(list).toHaveLength(11);
  expect(list).toContainEqual({ title: 'Deutsch', webCode: 'de', code: 3 });
  expect(new Set(list.map(({ code }) => code)).size).toBe(11);
});
