// product/detail: profiles by which reports of a product's devices can be parsed.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, sql, signedIn } = await testServer();
const token = await signedIn((await makeUser(sql)).id);

test('returns the profiles with the kinds they fit, also without a product', async () => {
  const { product, profiles } = await ask('product/detail', {}, { token });
  expect(product).toBeNull();
  expect(profiles).toContainEqual({ name: 'BDM-800', kinds: ['microinverter'], inputs: 2 });
  expect(profiles).toContainEqual({ name: 'report hybrid', kinds: ['hybrid', 'allInOne'], inputs: 0 });
});
