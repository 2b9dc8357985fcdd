// account/leaving: preview of what is deleted with the account, for the account only.
import { expect, test } from 'vitest';
import { makeCompany, makeOffer, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, sql, signedIn } = await testServer();

test('counts plants, offers, shares and sessions of the account, and nothing of others', async () => {
  const companyId = await makeCompany(sql);
  const owner = await makeUser(sql, { role: 'owner' });
  const other = await makeUser(sql, { role: 'owner' });
  const retained = await makeSite(sql, { companyId, ownerId: owner.id, name: 'A roof', city: 'Konstanz' });
  const offered = await makeSite(sql, { companyId, ownerId: owner.id, name: 'B roof', city: '' });
  await makeSite(sql, { companyId, ownerId: other.id, sharedWith: [owner.id] });
  await makeSite(sql, { companyId, ownerId: other.id });
  await makeOffer(sql, { sid: offered, toUser: other.id });
  const token = await signedIn(owner.id);
  await signedIn(owner.id);
  const [offer] = await sql<{ email: string; expiresAt: Date }[]>`
    select to_email as email, expires_at from site_offers where sid = ${offered}`;
  const { email, expiresAt } = offer!;
  expect(await ask('account/leaving', {}, { token })).toEqual({
    plants: [
      { sid: retained, name: 'A roof', city: 'Konstanz', offer: null },
      { sid: offered, name: 'B roof', city: '', offer: { email, expiresIso: expiresAt.toISOString() } },
    ],
    owned: 2,
    shared: 1,
    installed: 0,
    sessions: 2,
    files: 0,
    isLastAdministrator: false,
    companies: [],
  });
});

test('reports the last administrator and the last member of a company', async () => {
  const companyId = await makeCompany(sql);
  const installer = await makeUser(sql, { companyId });
  await makeSite(sql, { companyId, installerId: installer.id });
  const [company] = await sql<{ name: string }[]>`select name from companies where id = ${companyId}`;
  const token = await signedIn(installer.id);
  const alone = await ask('account/leaving', {}, { token });
  expect(alone).toMatchObject({ installed: 1, owned: 0, companies: [{ name: company!.name, plants: 1 }] });
  await makeUser(sql, { companyId });
  expect((await ask('account/leaving', {}, { token })).companies).toEqual([]);

  const administrator = await makeUser(sql, { role: 'administrator' });
  const admin = { token: await signedIn(administrator.id) };
  expect((await ask('account/leaving', {}, admin)).isLastAdministrator).toBe(true);
  const second = await makeUser(sql, { role: 'administrator' });
  expect((await ask('account/leaving', {}, admin)).isLastAdministrator).toBe(false);
  await sql`update users set frozen_at = now() where id = ${second.id}`;
  expect((await ask('account/leaving', {}, admin)).isLastAdministrator).toBe(true);
});
