// common/lan: eleven languages with their numbers on the wire.
import { expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';

const { ask } = await testServer();

test('common/lan lists each language by its own name, number and code', async () => {
  const { list } = await ask('common/lan');
  expect(list).toHaveLength(11);
  expect(list).toContainEqual({ title: 'Deutsch', webCode: 'de', code: 3 });
  expect(new Set(list.map(({ code }) => code)).size).toBe(11);
});
