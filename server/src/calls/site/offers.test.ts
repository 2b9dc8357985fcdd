// site/offers: pending offers and who may make them, for the owner, the branch and a guest.
import { expect, test } from 'vitest';
import { makeCompany, makeOffer, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const installer = await makeUser(sql, { companyId: await makeCompany(sql, { name: 'Solar Works' }) });
const owner = await makeUser(sql, { role: 'owner' });
const next = await makeUser(sql, { role: 'owner' });
const tokens = { installer: await server.signedIn(installer.id), owner: await server.signedIn(owner.id) };

test('lets the owner offer; the branch can only view, unless there is no owner', async () => {
  const { companyId } = installer;
  const owned = await makeSite(sql, { companyId, ownerId: owner.id });
  await makeOffer(sql, { sid: owned, toUser: next.id, by: owner.id });
  const open = {
    kind: 'owner',
    email: next.email,
    offeredIso: '2026-01-01T00:00:00.000Z',
    expiresIso: '2099-01-01T00:00:00.000Z',
  };
  expect(await server.ask('site/offers', { sid: owned }, { token: tokens.owner })).toEqual({
    list: [{ ...open, mayWithdraw: true }],
    userEmail: owner.email,
    mayOffer: true,
    care: { companyName: 'Solar Works', installerEmail: '' },
    mayEndCare: true,
    sendsMail: false,
  });
  expect(await server.ask('site/offers', { sid: owned }, { token: tokens.installer })).toMatchObject({
    list: [{ ...open, mayWithdraw: false }],
    mayOffer: false,
    mayEndCare: false,
  });
  const free = await makeSite(sql, { companyId });
  expect(await server.ask('site/offers', { sid: free }, { token: tokens.installer })).toMatchObject({
    list: [],
    userEmail: '',
    mayOffer: true,
  });
});

test('hides offers from a guest, the plant from a stranger, and expired offers from everyone', async () => {
  const guest = await makeUser(sql);
  const token = await server.signedIn(guest.id);
  const sid = await makeSite(sql, { companyId: installer.companyId, sharedWith: [guest.id] });
  await makeOffer(sql, { sid, toUser: next.id });
  expect(await server.ask('site/offers', { sid }, { token })).toMatchObject({
    list: [],
    mayOffer: false,
    care: null,
    mayEndCare: false,
  });
  await sql`update site_offers set expires_at = '2026-01-02' where sid = ${sid}`;
  expect((await server.ask('site/offers', { sid }, { token: tokens.installer })).list).toEqual([]);
  expect(await server.call('site/offers', { sid }, { token: tokens.owner })).toMatchObject({ code: 1005 });
});
