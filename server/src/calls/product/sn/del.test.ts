// product/sn/del: removes stock, all or none; numbers that report stay unregistered.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const token = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);
const administrator = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
const register = async (sn: string[]) => await ask('product/sn/create', { model: 400, sn }, { token });

test('removes registered numbers, and makes a reporting one unregistered again', async () => {
  await register(['50000001', '50000002']);
  await sql`update serial_numbers set first_seen_at = now() where sn = '50000002'`;
  expect(await ask('product/sn/del', { sn: ['50000001', '50000002'] }, { token })).toEqual({ removed: 2 });
  const remaining = await sql`select sn, product_id, stock_of from serial_numbers where sn like '5000000%'`;
  expect(remaining).toEqual([{ sn: '50000002', productId: null, stockOf: null }]);
});

test('removes none if one is in a plant, restricted or another company’s', async () => {
  await register(['50000003', '50000004']);
  await sql`update serial_numbers set restricted_at = now() where sn = '50000004'`;
  const claimed = await makeDevice(sql);
  await sql`insert into serial_numbers (sn, stock_of) values ('50000005', ${await makeCompany(sql)})`;
  for (const bad of ['50000004', claimed.sn, '50000005', '5000FFFF'])
    expect((await call('product/sn/del', { sn: ['50000003', bad] }, { token })).code).toBe(1006);
  expect(await sql`select from serial_numbers where sn = '50000003'`).toHaveLength(1);
  expect(await ask('product/sn/del', { sn: ['50000003', '50000005'] }, { token: administrator })).toEqual({
    removed: 2,
  });
});
