// site/publicLinks/revoke: immediately, once, and only a link of that plant.
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const owner = await makeUser(sql, { role: 'owner' });
const token = await server.signedIn(owner.id);

test('makes the page unavailable', async () => {
  const sid = await makeSite(sql, { ownerId: owner.id });
  const other = await makeSite(sql, { ownerId: owner.id });
  const { id, url } = await server.ask('site/publicLinks/make', { sid, lastDay: '2026-07-15' }, { token });
  const page = { token: url.split('#token=')[1]! };
  expect((await server.call('public/plant', page)).code).toBe(200);
  expect(await server.call('site/publicLinks/revoke', { sid: other, id }, { token })).toMatchObject({ code: 1475 });
  const stranger = { token: await server.signedIn((await makeUser(sql)).id) };
  expect(await server.call('site/publicLinks/revoke', { sid, id }, stranger)).toMatchObject({ code: 1005 });
  await server.ask('site/publicLinks/revoke', { sid, id }, { token });
  expect(await server.call('public/plant', page)).toMatchObject({ code: 1475, data: {} });
  expect(await server.call('site/publicLinks/revoke', { sid, id }, { token })).toMatchObject({ code: 1475 });
});
