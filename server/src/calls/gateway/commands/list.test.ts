// gateway/commands/list: an owner sees every command of the plant, a guest no names, a stranger nothing.
import { expect, test } from 'vitest';
import { makeCommand, makeUser } from '../../../../test/factories.ts';
import { createGatewayPlant } from '../../../../test/gatewayPlant.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql, ask, call } = server;
const guest = await makeUser(sql);
const { sid, sn, companyId, one, owning, first } = await createGatewayPlant(server, { sharedWith: [guest.id] });
for (let n = 0; n < 12; n++) await makeCommand(sql, { sid, sn, companyId, by: one.id });

test('returns pages, filtered, newest first, with the requester for the owner', async () => {
  await ask('gateway/bsg/server', { sid, sn, waitS: 0 }, first);
  const { list, total } = await ask('gateway/commands/list', { sid, page: { size: 5, num: 0 } }, owning);
  expect(total).toBe(13);
  expect(list).toHaveLength(5);
  expect(list[0]).toMatchObject({ action: 'read', askedBy: one.email, rights: { approve: false, withdraw: false } });
  expect((await ask('gateway/commands/list', { sid, page: { size: 5, num: 2 } }, owning)).list).toHaveLength(3);
  const totalOf = async (filters: object) => (await ask('gateway/commands/list', { sid, filters }, owning)).total;
  expect(
    await Promise.all([{ state: 'draft' }, { state: 'readBack' }, { action: 'read' }, { sn: 'NOBODY1' }].map(totalOf)),
  ).toEqual([12, 0, 1, 0]);
});

test('hides names from a guest, and the plant from a stranger', async () => {
  const { list } = await ask('gateway/commands/list', { sid }, { token: await server.signedIn(guest.id) });
  expect(new Set(list.map(({ askedBy }) => askedBy))).toEqual(new Set(['']));
  const stranger = { token: await server.signedIn((await makeUser(sql)).id) };
  expect(await call('gateway/commands/list', { sid }, stranger)).toMatchObject({ code: 1005 });
});
