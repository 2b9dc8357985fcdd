// device/modules/page/edit: changes name or position.
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../../../test/factories.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);
const edit = (body: object) => server.call('device/modules/page/edit', body as never, { token });

test('renames a page and moves it among the others', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  for (const name of ['A', 'B', 'C', 'D']) await server.ask('device/modules/page/add', { sid, name }, { token });
  const order = async () =>
    (await server.ask('device/modules/page', { sid }, { token })).list.map(({ name }) => name).join('');
  await edit({ sid, page: 4, place: 2 });
  expect(await order()).toBe('ADBC');
  await edit({ sid, page: 1, place: 100 });
  expect(await order()).toBe('DBCA');
  await edit({ sid, page: 2, name: 'Z', place: 1 });
  expect(await order()).toBe('ZDCA');
  // Its own name in another letter case is not a duplicate.
  expect(await edit({ sid, page: 2, name: 'z' })).toMatchObject({ code: 200 });
  expect(await edit({ sid, page: 2, name: 'D' })).toMatchObject({ code: 1415 });
  expect(await edit({ sid, page: 9, name: 'Q' })).toMatchObject({ code: 1413 });
  expect(await edit({ sid, page: 0, name: 'Q' })).toMatchObject({ code: 1413 });
  expect(await order()).toBe('zDCA');
});

test('treats a plant of another company as missing', async () => {
  const sid = await makeSite(sql);
  await sql`insert into module_pages (sid, page, name, place) values (${sid}, 1, 'East', 1)`;
  expect(await edit({ sid, page: 1, name: 'Mine' })).toMatchObject({ code: 1005 });
});
