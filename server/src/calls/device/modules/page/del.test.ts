// device/modules/page/del: its modules are then on no page and keep their other settings.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../../test/factories.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);
const del = (body: { sid: string; page: number }) => server.call('device/modules/page/del', body, { token });

test('moves the modules of a deleted page to page 0', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-2250' });
  for (const name of ['East', 'West']) await server.ask('device/modules/page/add', { sid, name }, { token });
  const list = [1, 2, 3].map((input) => ({ sn, input }));
  await server.ask('device/modules/move/batch', { sid, page: 1, list }, { token });
  await server.ask('device/modules/move/batch', { sid, page: 2, list: [{ sn, input: 3 }] }, { token });
  await server.ask('device/modules/edit', { sid, sn, list: [{ input: 1, label: 'First' }] }, { token });
  expect(await del({ sid, page: 1 })).toMatchObject({ code: 200, data: { count: 2 } });
  const { list: modules } = await server.ask('device/modules', { sn }, { token });
  expect(modules.map(({ page, label }) => [page, label])).toEqual([
    [0, 'First'],
    [0, ''],
    [2, ''],
    [0, ''],
  ]);
  expect(await sql`select input from modules where sid = ${sid} order by 1`).toEqual([{ input: 1 }, { input: 3 }]);
  expect(await del({ sid, page: 1 })).toMatchObject({ code: 1413 });
  expect(await del({ sid, page: 0 })).toMatchObject({ code: 1413 });
});

test('treats a plant of another company as missing', async () => {
  const sid = await makeSite(sql);
  await sql`insert into module_pages (sid, page, name, place) values (${sid}, 1, 'East', 1)`;
  expect(await del({ sid, page: 1 })).toMatchObject({ code: 1005 });
});
