// site/joinRequests: open requests, for those who may share the plant.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeJoinRequest, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const installer = await makeUser(sql);
const staff = { token: await server.signedIn(installer.id) };
const signedIn = async (user: { id: number }) => ({ token: await server.signedIn(user.id) });

async function asked(given: Parameters<typeof makeSite>[1] = {}) {
  const { sid, sn } = await makeDevice(sql, {
    sid: await makeSite(sql, { companyId: installer.companyId, name: 'Roof', ...given }),
  });
  const asker = await makeUser(sql, { role: 'owner', name: 'Nora' });
  await makeJoinRequest(sql, { userId: asker.id, sn, sid });
  return { sid, sn, asker };
}

test('lists them to the company of the plant and to its owner, and to nobody else', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const guest = await makeUser(sql);
  const { sid, sn, asker } = await asked({ ownerId: owner.id, sharedWith: [guest.id] });
  const list = [
    {
      ...{ sid, siteName: 'Roof', email: asker.email, name: 'Nora', sn, message: 'Please' },
      ...{ askedIso: '2026-01-01T00:00:00.000Z', expiresIso: '2099-01-01T00:00:00.000Z', mayMakeOwner: false },
    },
  ];
  for (const who of [staff, await signedIn(owner)]) {
    expect(await server.ask('site/joinRequests', {}, who)).toEqual({ list, total: 1 });
    expect(await server.ask('site/joinRequests', { sid }, who)).toEqual({ list, total: 1 });
  }
  expect(await server.ask('site/joinRequests', { sid }, await signedIn(guest))).toEqual({ list: [], total: 0 });
  for (const who of [await makeUser(sql), asker, await makeUser(sql, { role: 'owner' })]) {
    expect(await server.ask('site/joinRequests', {}, await signedIn(who))).toEqual({ list: [], total: 0 });
    expect(await server.call('site/joinRequests', { sid }, await signedIn(who))).toMatchObject({
      code: ERROR_CODES.siteNotFound,
    });
  }
});

test('leaves out people who cannot sign in or see the plant by now, expired requests, and devices that left the plant', async () => {
  const total = async (sid: string) => (await server.ask('site/joinRequests', { sid }, staff)).total;
  const frozen = await asked();
  expect(await total(frozen.sid)).toBe(1);
  await sql`update users set frozen_at = now() where id = ${frozen.asker.id}`;
  expect(await total(frozen.sid)).toBe(0);
  const { sid, asker } = await asked();
  await sql`update memberships set frozen_at = now() where user_id = ${asker.id}`;
  expect(await total(sid)).toBe(0);
  const expired = await asked();
  await sql`update join_requests set expires_at = ${server.clock.now()} where user_id = ${expired.asker.id}`;
  expect(await total(expired.sid)).toBe(0);
  const shared = await asked();
  await server.ask('site/updateFast', { sid: shared.sid, shareWith: [shared.asker.email] }, staff);
  expect(await total(shared.sid)).toBe(0);
  const moved = await asked();
  const to = await makeSite(sql, { companyId: installer.companyId });
  await server.ask('device/move', { sid: moved.sid, sn: moved.sn, to }, staff);
  expect([await total(moved.sid), await total(to)]).toEqual([0, 0]);
});

test('offers ownership only of a plant without an owner, also without an invited one', async () => {
  const mayMakeOwner = async (sid: string) =>
    (await server.ask('site/joinRequests', { sid }, staff)).list.map((request) => request.mayMakeOwner);
  const { sid } = await asked();
  expect(await mayMakeOwner(sid)).toEqual([true]);
  await server.ask('site/updateFast', { sid, userEmail: 'not.registered@example.com' }, staff);
  expect(await mayMakeOwner(sid)).toEqual([false]);
});

test('lists requests for plants of companies below, in pages', async () => {
  const manager = await makeUser(sql, { role: 'distributor' });
  const below = await makeCompany(sql, { parentId: manager.companyId });
  const first = await asked({ companyId: below });
  const second = await asked({ companyId: below });
  const who = await signedIn(manager);
  const sidsOf = async (num: number) => {
    const { list, total } = await server.ask('site/joinRequests', { page: { size: 1, num } }, who);
    return [total, ...list.map(({ sid }) => sid)];
  };
  expect([await sidsOf(0), await sidsOf(1)]).toEqual([
    [2, first.sid],
    [2, second.sid],
  ]);
});
