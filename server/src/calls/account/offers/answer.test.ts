// account/offers/answer: transfers the plant in one step when the other side accepts, and never otherwise.
import { expect, test } from 'vitest';
import { makeOffer, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';
import { expireData } from '../../../jobs/expireData.ts';

const server = await testServer();
const { sql } = server;
const installer = await makeUser(sql);
const newOwner = await makeUser(sql, { role: 'owner' });
const theirs = { token: await server.signedIn(newOwner.id) };

async function createOffer() {
  const owner = await makeUser(sql, { role: 'owner' });
  const guest = await makeUser(sql, { role: 'owner' });
  const sid = await makeSite(sql, { companyId: installer.companyId, ownerId: owner.id, sharedWith: [guest.id] });
  await makeOffer(sql, { sid, toUser: newOwner.id, by: owner.id });
  const token = async (user: { id: number }) => ({ token: await server.signedIn(user.id) });
  return { sid, owner: await token(owner), guest: await token(guest) };
}

test('transfers the plant on acceptance: the previous owner and guests lose access, the company keeps it', async () => {
  const { sid, owner, guest } = await createOffer();
  await sql`
    insert into report_recipients (sid, email, secret, added_at, confirmed_at) values (${sid}, 'reader@example.com', 's', now(), now())`;
  await server.ask('account/offers/answer', { sid, kind: 'owner', accepts: true }, theirs);
  expect((await server.ask('site/detail', { sid }, theirs)).rights.update).toBe(true);
  for (const before of [owner, guest])
    expect(await server.call('site/detail', { sid }, before)).toMatchObject({ code: 1005 });
  const detail = await server.ask('site/detail', { sid }, { token: await server.signedIn(installer.id) });
  expect(detail).toMatchObject({ userEmail: newOwner.email, shareWith: [], mayNameOwner: false });
  expect(await sql`select from report_recipients where sid = ${sid}`).toEqual([]);
  const repeated = await server.call('account/offers/answer', { sid, kind: 'owner', accepts: true }, theirs);
  expect(repeated).toMatchObject({ code: 1473 });
  const lines = await sql`select action, before, after from audit_log where object = ${sid}`;
  expect(lines).toMatchObject([
    { action: 'account/offers/answer', after: { accepted: true, userEmail: newOwner.email } },
  ]);
});

test('changes nothing when an offer is declined, expired or addressed to someone else', async () => {
  const declined = await createOffer();
  await server.ask('account/offers/answer', { sid: declined.sid, kind: 'owner', accepts: false }, theirs);
  const expired = await createOffer();
  await sql`update site_offers set expires_at = '2026-01-02' where sid = ${expired.sid}`;
  const open = await createOffer();
  const stranger = { token: await server.signedIn((await makeUser(sql)).id) };
  for (const [{ sid, owner }, who] of [
    [declined, theirs],
    [expired, theirs],
    [open, stranger],
  ] as const) {
    for (const kind of ['owner', 'installer'] as const)
      expect(await server.call('account/offers/answer', { sid, kind, accepts: true }, who)).toMatchObject({
        code: 1473,
      });
    expect((await server.ask('site/detail', { sid }, owner)).rights.update).toBe(true);
    expect(await server.call('site/detail', { sid }, theirs)).toMatchObject({ code: 1005 });
  }
  expect(await expireData(server.context)).toMatchObject({ offers: 1 });
});

test('accepts only one of two concurrent answers', async () => {
  const { sid } = await createOffer();
  const responses = await Promise.all(
    [true, false].map((accepts) => server.call('account/offers/answer', { sid, kind: 'owner', accepts }, theirs)),
  );
  expect(responses.map(({ code }) => code).sort()).toEqual([1473, 200].sort());
});

test('assigns service to the accepting installer’s company, and ends access of the previous company', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const own = { token: await server.signedIn(owner.id) };
  const before = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: before.companyId, installerId: before.id, ownerId: owner.id });
  const answer = { sid, kind: 'installer', accepts: true } as const;
  await server.ask('site/updateFast', { sid, installerEmail: installer.email }, own);
  const branch = { token: await server.signedIn(installer.id) };
  expect((await server.ask('site/detail', { sid }, branch)).rights.update).toBe(false);
  await server.ask('account/offers/answer', answer, branch);
  expect((await server.ask('site/detail', { sid }, branch)).rights.update).toBe(true);
  expect(await server.call('site/detail', { sid }, { token: await server.signedIn(before.id) })).toMatchObject({
    code: 1005,
  });
  expect(await server.ask('site/detail', { sid }, own)).toMatchObject({ installerEmail: installer.email });

  await server.ask('site/updateFast', { sid, installerEmail: newOwner.email }, own);
  expect(await server.call('account/offers/answer', answer, theirs)).toMatchObject({ code: 1474 });
});
