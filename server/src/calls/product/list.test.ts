// product/list: search.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, sql, signedIn } = await testServer();
const token = await signedIn((await makeUser(sql)).id);

test('treats the search as plain text, not as a pattern', async () => {
  expect((await ask('product/list', { filters: { keywords: '%' } }, { token })).total).toBe(0);
  expect((await ask('product/list', { filters: { keywords: 'BDM' } }, { token })).total).toBe(4);
});
