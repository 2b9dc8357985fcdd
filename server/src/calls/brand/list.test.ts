// brand/list: fourteen brands with their companies and host names.
import { expect, test } from 'vitest';
import { brandChange } from '../../../test/brandFields.ts';
import { makeCompany, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, signedIn, sql } = await testServer();
const token = await signedIn((await makeUser(sql, { role: 'administrator' })).id);

test('counts the companies of each brand and names its first host', async () => {
  const companyId = await makeCompany(sql);
  await sql`update companies set brand_id = 2 where id = ${companyId}`;
  await ask('brand/update', await brandChange(ask, token, 2, { hosts: ['b.example', 'a.example'] }), { token });
  const { list } = await ask('brand/list', {}, { token });
  expect(list.map(({ id }) => id)).toEqual(Array.from({ length: 14 }, (_, id) => id));
  expect(list[2]).toMatchObject({
    name: 'Lumivale',
    companies: 1,
    host: 'b.example',
    mark: '/brand/2.svg',
    isDefault: false,
  });
  expect(list.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([0]);
});
