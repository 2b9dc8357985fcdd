// device/modules/move/batch: moves several modules to a page or off any, all or none.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../../test/factories.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);

async function plant() {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-2250' });
  const { sn: other } = await makeDevice(sql, { sid, product: 'BDM-800' });
  const add = async (name: string) => (await server.ask('device/modules/page/add', { sid, name }, { token })).page;
  return { sid, sn, other, east: await add('East'), west: await add('West') };
}
const pagesOf = async (sid: string) => {
  const { list } = await server.ask('site/modules', { sid }, { token });
  return Object.fromEntries(list.flatMap(({ modules }) => modules.map(({ plcSN, pageName }) => [plcSN, pageName])));
};

test('moves modules of several devices, and keeps their other settings', async () => {
  const { sid, sn, other, east, west } = await plant();
  await server.ask('device/modules/edit', { sid, sn, list: [{ input: 1, label: 'First' }] }, { token });
  const list = [1, 2, 3].map((input) => ({ sn, input }));
  const move = (page: number, of: { sn: string; input: number }[]) =>
    server.ask('device/modules/move/batch', { sid, page, list: of }, { token });
  expect(await move(east, [...list, { sn: other, input: 2 }, { sn: other, input: 2 }])).toEqual({ count: 4 });
  await move(west, [{ sn, input: 2 }]);
  await move(0, [{ sn, input: 3 }]);
  expect(await pagesOf(sid)).toEqual({
    [`${sn}_1`]: 'East',
    [`${sn}_2`]: 'West',
    [`${sn}_3`]: '',
    [`${sn}_4`]: '',
    [`${other}_1`]: '',
    [`${other}_2`]: 'East',
  });
  expect(await sql`select sn, input, label from modules where sid = ${sid} order by sn, input`).toEqual([
    { sn, input: 1, label: 'First' },
    { sn, input: 2, label: '' },
    { sn: other, input: 2, label: '' },
  ]);
});

test('refuses missing pages and modules, and then moves nothing', async () => {
  const { sid, sn, east } = await plant();
  const foreign = await plant();
  const move = (page: number, list: object[], of = sid) =>
    server.call('device/modules/move/batch', { sid: of, page, list: list as [] }, { token });
  const mine = { sn, input: 1 };
  expect(await move(77, [mine])).toMatchObject({ code: 1413 });
  expect(await move(east, [mine, { sn: foreign.sn, input: 1 }])).toMatchObject({ code: 1412 });
  expect(await move(east, [mine, { sn, input: 5 }])).toMatchObject({ code: 1412 });
  expect(await move(east, [])).toMatchObject({ code: 400 });
  const { sid: strange, sn: theirs } = await makeDevice(sql);
  expect(await move(0, [{ sn: theirs, input: 1 }], strange)).toMatchObject({ code: 1005 });
  expect(new Set(Object.values(await pagesOf(sid)))).toEqual(new Set(['']));
});
