// product/del: what nothing is of goes, with its picture.
import { expect, test } from 'vitest';
import { makeCompany, makeProduct, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const token = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);
const administrator = await signedIn((await makeUser(sql, { role: 'administrator' })).id);

test('a number that is registered as a product keeps it as well', async () => {
  const model = await makeProduct(sql, { companyId });
  await sql`insert into serial_numbers (sn, product_id) select 'STOCK001', id from products where model = ${model}`;
  expect((await call('product/del', { model }, { token })).code).toBe(1507);
});

test('an administrator deletes a company’s product; one with a picture takes it along', async () => {
  const model = await makeProduct(sql, { companyId });
  await sql`
    insert into product_pictures (product_id, company_id, name, width, height, bytes, created_at)
    select id, company_id, 'x', 1, 1, '\\x00', now() from products where model = ${model}`;
  await ask('product/del', { model }, { token: administrator });
  expect(await sql`select from product_pictures`).toEqual([]);
  expect((await call('product/del', { model }, { token: administrator })).code).toBe(1007);
});
