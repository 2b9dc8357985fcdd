// account/offers: offers to the account's own address only.
import { expect, test } from 'vitest';
import { makeOffer, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;

test('lists open offers to the address, also for an account that was created later', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const other = await makeUser(sql, { role: 'owner' });
  const sid = await makeSite(sql, { ownerId: owner.id, name: 'Roof', city: 'Ulm' });
  const own = { token: await server.signedIn(owner.id) };
  const { expiresIso } = await server.ask('site/offers/make', { sid, email: 'Later@example.com' }, own);
  const expired = await makeSite(sql, { ownerId: owner.id });
  const later = await makeUser(sql, { role: 'owner', email: 'later@example.com' });
  await makeOffer(sql, { sid: expired, toUser: later.id, by: owner.id });
  await sql`update site_offers set expires_at = '2026-01-02' where sid = ${expired}`;
  const token = await server.signedIn(later.id);
  expect(await server.ask('account/offers', {}, { token })).toEqual({
    list: [{ sid, kind: 'owner', siteName: 'Roof', city: 'Ulm', fromEmail: owner.email, expiresIso }],
  });
  expect(await server.ask('account/offers', {}, { token: await server.signedIn(other.id) })).toEqual({ list: [] });
  // Access starts only with acceptance.
  expect(await server.call('site/detail', { sid }, { token })).toMatchObject({ code: 1005 });
});
