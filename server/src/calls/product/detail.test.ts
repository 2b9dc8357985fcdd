// product/detail: what devices of a product can be read by.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, sql, signedIn } = await testServer();
const token = await signedIn((await makeUser(sql)).id);

test('product/detail tells the profiles with the kinds that they fit, without a product, too', async () => {
  const { product, profiles } = await ask('product/detail', {}, { token });
  expect(product).toBeNull();
  expect(profiles).toContainEqual({ name: 'BDM-800', kinds: ['microinverter'], inputs: 2 });
  expect(profiles).toContainEqual({ name: 'report hybrid', kinds: ['hybrid', 'allInOne'], inputs: 0 });
});
