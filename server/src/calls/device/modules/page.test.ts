// device/modules/page: the pages of a plant in their order, and none of another company's plant.
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);

test('lists the pages of this plant only, in their order', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const other = await makeSite(sql, { companyId: user.companyId });
  await sql`insert into module_pages (sid, page, name, place) values (${sid}, 1, 'East', 2), (${sid}, 2, 'West', 1), (${other}, 1, 'Barn', 1)`;
  const { list } = await server.ask('device/modules/page', { sid }, { token });
  expect(list).toEqual([
    { page: 2, name: 'West' },
    { page: 1, name: 'East' },
  ]);
});

test('treats a plant of another company as missing', async () => {
  const sid = await makeSite(sql);
  expect(await server.call('device/modules/page', { sid }, { token })).toMatchObject({ code: 1005, data: {} });
});
