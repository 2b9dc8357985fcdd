// device/modules/page/add: names are unique within a plant, with at most a hundred pages.
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../../../test/factories.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);

test('appends pages, and refuses a used name in any letter case', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const add = (name: string) => server.call('device/modules/page/add', { sid, name }, { token });
  expect((await add('East')).data).toEqual({ page: 1 });
  expect((await add(' West ')).data).toEqual({ page: 2 });
  expect(await add('EAST')).toMatchObject({ code: 1415 });
  expect(await add('')).toMatchObject({ code: 400 });
  const { list } = await server.ask('device/modules/page', { sid }, { token });
  expect(list.map(({ name }) => name)).toEqual(['East', 'West']);
});

test('limits a plant to a hundred pages', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  await sql`insert into module_pages (sid, page, name, place) select ${sid}, n, 'Page ' || n, n from generate_series(1, 100) n`;
  expect(await server.call('device/modules/page/add', { sid, name: 'One more' }, { token })).toMatchObject({
    code: 1414,
  });
});

test('treats a plant of another company as missing', async () => {
  const sid = await makeSite(sql);
  expect(await server.call('device/modules/page/add', { sid, name: 'East' }, { token })).toMatchObject({ code: 1005 });
});
