// common/currency: names and symbols in the requested language.
import { expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';

const { ask } = await testServer();

test('returns currency names in the requested language', async () => {
  const { list } = await ask('common/currency', {}, { headers: { lan: '3' } });
  expect(list).toContainEqual({ code: 'CHF', name: 'Schweizer Franken', symbol: 'CHF' });
  expect(list).toContainEqual({ code: 'EUR', name: 'Euro', symbol: '€' });
});
