// product/sn/create: numbers entered by hand, all or none.
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const sellerId = await makeCompany(sql);
const token = await signedIn((await makeUser(sql, { role: 'manager', companyId: sellerId })).id);
const installer = await makeUser(sql, { companyId: await makeCompany(sql, { parentId: sellerId }) });

test('registers numbers as a product, which a claim in the branch then uses', async () => {
  const response = await ask('product/sn/create', { model: 800, sn: ['40000001', '40000002'] }, { token });
  expect(response).toMatchObject({
    isWritten: true,
    list: [{ result: 'added', product: 'BDM-800' }, { result: 'added' }],
  });
  const asInstaller = await signedIn(installer.id);
  const { list } = await ask('product/sn', { sn: ['40000001'] }, { token: asInstaller });
  expect(list[0]).toMatchObject({ state: 'free', model: 800 });
  const stranger = await signedIn((await makeUser(sql)).id);
  const asStranger = await ask('product/sn', { sn: ['40000001'] }, { token: stranger });
  expect(asStranger.list[0]).toMatchObject({ state: 'unknown', model: 0 });
});

test('registers none if one number is impossible for the product', async () => {
  const response = await ask('product/sn/create', { model: 800, sn: ['40000003', 'NOT-HEX'] }, { token });
  expect(response).toMatchObject({
    isWritten: false,
    list: [{ result: 'added' }, { result: 'unreadable', field: 'sn' }],
  });
  expect(await sql`select from serial_numbers where sn = '40000003'`).toEqual([]);
  expect((await call('product/sn/create', { model: 1, sn: ['40000004'] }, { token })).code).toBe(1007);
});

test('refuses installers', async () => {
  const asInstaller = await signedIn(installer.id);
  expect((await call('product/sn/create', { model: 800, sn: ['40000005'] }, { token: asInstaller })).code).toBe(403);
});

test('limits the number of registrations', async () => {
  const busy = await signedIn((await makeUser(sql, { role: 'manager', companyId: await makeCompany(sql) })).id);
  let code = 200;
  const sn = Array.from({ length: 500 }, (_, n) => `TOO-BAD-${n}`);
  for (let n = 0; n < 210 && code === 200; n++)
    code = (await call('product/sn/create', { model: 800, sn }, { token: busy })).code;
  expect(code).toBe(1000);
});
