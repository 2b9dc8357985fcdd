// product/removePicture: only for the user's own company's products; without a picture it does nothing.
import { expect, test } from 'vitest';
import { makeCompany, makeProduct, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const token = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);

test('refuses a product of another company, and a missing one', async () => {
  const foreign = await makeProduct(sql, { companyId: await makeCompany(sql) });
  expect((await call('product/removePicture', { model: foreign }, { token })).code).toBe(1502);
  expect((await call('product/removePicture', { model: 2250 }, { token })).code).toBe(1502);
  expect((await call('product/removePicture', { model: 66_666 }, { token })).code).toBe(1007);
  expect(await ask('product/removePicture', { model: await makeProduct(sql, { companyId }) }, { token })).toEqual({});
});
