// site/offers/withdraw: a withdrawn offer cannot be accepted.
import { expect, test } from 'vitest';
import { makeOffer, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const installer = await makeUser(sql);
const owner = await makeUser(sql, { role: 'owner' });
const next = await makeUser(sql, { role: 'owner' });
const own = { token: await server.signedIn(owner.id) };

test('withdraws the offer, once', async () => {
  const sid = await makeSite(sql, { companyId: installer.companyId, ownerId: owner.id });
  await makeOffer(sql, { sid, toUser: next.id, by: owner.id });
  const branch = { token: await server.signedIn(installer.id) };
  expect(await server.call('site/offers/withdraw', { sid, kind: 'owner' }, branch)).toMatchObject({ code: 1470 });
  await server.ask('site/offers/withdraw', { sid, kind: 'owner' }, own);
  expect(await server.call('site/offers/withdraw', { sid, kind: 'owner' }, own)).toMatchObject({ code: 1473 });
  const answer = { sid, kind: 'owner', accepts: true } as const;
  const others = { token: await server.signedIn(next.id) };
  expect(await server.call('account/offers/answer', answer, others)).toMatchObject({ code: 1473 });
  expect(await server.call('site/offers/withdraw', { sid, kind: 'owner' }, others)).toMatchObject({ code: 1005 });
});
