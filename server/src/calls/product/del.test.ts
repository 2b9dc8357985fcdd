// product/del: deletes an unused product with its picture.
import { expect, test } from 'vitest';
import { onOneDatabase } from '../../../test/cluster.ts';
import { makeCompany, makeProduct, makeSite, makeUser } from '../../../test/factories.ts';
import { sheetOf } from '../../../test/sheetOf.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const token = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);
const administrator = await signedIn((await makeUser(sql, { role: 'administrator' })).id);

test('keeps a product with a registered number', async () => {
  const model = await makeProduct(sql, { companyId });
  await sql`insert into serial_numbers (sn, product_id) select 'STOCK001', id from products where model = ${model}`;
  expect((await call('product/del', { model }, { token })).code).toBe(1507);
});

test('lets an administrator delete a company’s product, with its picture', async () => {
  const model = await makeProduct(sql, { companyId });
  await sql`
    insert into product_pictures (product_id, company_id, name, width, height, bytes, created_at)
    select id, company_id, 'x', 1, 1, '\\x00', now() from products where model = ${model}`;
  await ask('product/del', { model }, { token: administrator });
  expect(await sql`select from product_pictures`).toEqual([]);
  expect((await call('product/del', { model }, { token: administrator })).code).toBe(1007);
});

onOneDatabase('the keys that tell it are left out there')(
  'refuses concurrent registrations and devices of a product being deleted',
  async () => {
    const sid = await makeSite(sql);
    const as = { token: administrator };
    const attempts = [
      (model: number) => call('product/sn/create', { model, sn: ['LATE0001'] }, as),
      async (model: number) => call('product/sn/import', { file: await sheetOf([['LATE0002', String(model)]]) }, as),
      (model: number) => call('site/updateFast', { sid, sn: [{ sn: 'LATE0003', model }] }, as),
    ];
    for (const add of attempts) {
      const model = await makeProduct(sql, { companyId });
      let added: Promise<{ code: number }> | undefined;
      await sql.begin(async (tx) => {
        await tx`delete from products where model = ${model}`;
        added = add(model);
        for (let waits = 0; waits === 0; )
          waits = (
            await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          ).length;
      });
      expect(await added).toMatchObject({ code: 1007 });
    }
    expect(await sql`select from serial_numbers where sn like 'LATE%' and product_id is not null`).toHaveLength(0);
  },
);
