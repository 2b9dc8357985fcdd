// site/publicLinks: valid links for users who may change the plant, without their secrets.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makePublicLink, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql, clock } = server;

test('lists valid links by their last day for the branch, none to a guest, and no plant to a stranger', async () => {
  clock.set('2026-06-15T22:30:00Z');
  const installer = await makeUser(sql);
  const guest = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: installer.companyId, sharedWith: [guest.id] });
  const token = await server.signedIn(installer.id);
  const { id } = await server.ask('site/publicLinks/make', { sid, title: 'Hall', lastDay: '2026-07-01' }, { token });
  const expired = randomUUID();
  await makePublicLink(sql, { sid, id: expired, by: installer.id });
  await sql`update public_links set expires_at = '2026-06-15' where id = ${expired}`;
  expect(await server.ask('site/publicLinks', { sid }, { token })).toEqual({
    list: [{ id, title: 'Hall', madeIso: '2026-06-15T22:30:00.000Z', lastDay: '2026-07-01' }],
    mayChange: true,
    // Half past midnight at the plant.
    firstDay: '2026-06-16',
    lastDay: '2027-06-16',
  });
  const guests = { token: await server.signedIn(guest.id) };
  expect(await server.ask('site/publicLinks', { sid }, guests)).toMatchObject({ list: [], mayChange: false });
  const stranger = { token: await server.signedIn((await makeUser(sql)).id) };
  expect(await server.call('site/publicLinks', { sid }, stranger)).toMatchObject({ code: 1005 });
});
