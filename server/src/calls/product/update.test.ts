// product/update: permissions, and what existing devices keep fixed.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeProduct, makeUser, PRODUCT } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const token = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);
const otherManager = await signedIn((await makeUser(sql, { role: 'manager', companyId: await makeCompany(sql) })).id);
const administrator = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
const detail = async (model: number) => (await ask('product/detail', { model }, { token })).product!;

test('lets its company and administrators change a product, and nobody else', async () => {
  const model = await makeProduct(sql, { companyId });
  const body = { ...PRODUCT, model, name: 'First', version: 1 };
  expect((await call('product/update', body, { token: otherManager })).code).toBe(1502);
  expect((await call('product/del', { model }, { token: otherManager })).code).toBe(1502);
  await ask('product/update', body, { token });
  expect(await detail(model)).toMatchObject({ name: 'First', version: 2 });
  expect((await call('product/update', { ...body, name: 'Second' }, { token })).code).toBe(1503);
  await ask('product/update', { ...body, name: 'Third', version: 2 }, { token: administrator });
  expect(await detail(model)).toMatchObject({ name: 'Third', version: 3 });
  expect((await call('product/update', { ...body, name: 'BDM-400', version: 3 }, { token })).code).toBe(1505);
  expect((await call('product/update', { ...body, model: 77_777 }, { token })).code).toBe(1007);
  await ask('product/del', { model }, { token });
  expect((await call('product/del', { model }, { token })).code).toBe(1007);
});

test('keeps the parsing profile of built-in products, while administrators may extend them', async () => {
  const built = await detail(2250);
  const { name, kind, inputs, ratedPowerW, phases, profile, functions, parameters, version } = built;
  const body = { model: 2250, name, kind, inputs, ratedPowerW, phases, profile, functions, parameters, version };
  expect((await call('product/update', { ...body, remark: 'mine' } as never, { token })).code).toBe(1502);
  for (const change of [{ inputs: 3 }, { name: 'BDM' }, { profile: null }, { phases: 1 }])
    expect(
      (await call('product/update', { ...body, remark: '', ...change } as never, { token: administrator })).code,
    ).toBe(1506);
  expect((await call('product/del', { model: 2250 }, { token: administrator })).code).toBe(1506);
  await ask('product/update', { ...body, remark: 'Four panels' } as never, { token: administrator });
  expect(await detail(2250)).toMatchObject({ remark: 'Four panels', inputs: 4, profile: 'BDM-2250' });
});

test('keeps kind, profile and used inputs of a product with devices, which cannot be deleted', async () => {
  const name = 'Used one';
  const model = await makeProduct(sql, { companyId, name });
  // In a plant of another company: not visible to the session, but counted.
  const { sid, sn } = await makeDevice(sql, { product: name });
  await sql`insert into modules (sid, sn, input, page) values (${sid}, ${sn}, 2, 0)`;
  const body = { ...PRODUCT, model, name, version: 1 };
  expect((await call('product/del', { model }, { token })).code).toBe(1507);
  expect((await call('product/update', { ...body, kind: 'allInOne' }, { token })).code).toBe(1507);
  expect((await call('product/update', { ...body, profile: null }, { token })).code).toBe(1507);
  expect((await call('product/update', { ...body, phases: 1 }, { token })).code).toBe(1507);
  expect(await call('product/update', { ...body, inputs: 1 }, { token })).toMatchObject({ code: 1508 });
  expect((await call('product/update', { ...body, profile: 'BDM-400' }, { token })).code).toBe(1509);
  await ask('product/update', { ...body, inputs: 3, ratedPowerW: 6000 }, { token });
  expect(await detail(model)).toMatchObject({ inputs: 3, ratedPowerW: 6000, isUsed: true });
});
