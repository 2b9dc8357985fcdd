// site/joinRequests/answer: shares the plant or makes the person its owner, once; a declined person gets nothing.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { MAX_GUESTS } from '@heliograph/contract/limits.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeJoinRequest, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const installer = await makeUser(sql);
const staff = { token: await server.signedIn(installer.id) };
const signedIn = async (user: { id: number }) => ({ token: await server.signedIn(user.id) });

async function asked(given: Parameters<typeof makeSite>[1] = {}) {
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId: installer.companyId, ...given }) });
  const asker = await makeUser(sql, { role: 'owner' });
  await makeJoinRequest(sql, { userId: asker.id, sn, sid });
  return { sid, sn, email: asker.email, id: asker.id, own: await signedIn(asker) };
}

test('shares the plant, as if the address had been entered into Share', async () => {
  const guest = await makeUser(sql, { role: 'owner' });
  const { sid, sn, email, own } = await asked({ sharedWith: [guest.id] });
  expect(await server.call('site/detail', { sid }, own)).toMatchObject({ code: ERROR_CODES.siteNotFound });
  await server.ask('site/joinRequests/answer', { sid, email: email.toUpperCase(), answer: 'guest' }, staff);
  expect(await server.ask('site/detail', { sid }, own)).toMatchObject({ rights: { update: false } });
  const { shareWith, userEmail } = await server.ask('site/detail', { sid }, staff);
  expect({ shareWith, userEmail }).toEqual({ shareWith: [guest.email, email].toSorted(), userEmail: '' });
  expect((await server.ask('site/listWithSN', {}, own)).list.map((row) => row.sid)).toEqual([sid]);
  expect((await server.ask('account/joinRequests', {}, own)).list).toMatchObject([{ sn, state: 'accepted' }]);
  expect(await server.ask('site/joinRequests', { sid }, staff)).toEqual({ list: [], total: 0 });
  expect(await sql`select action, after from audit_log where object = ${sid}`).toMatchObject([
    { action: 'site/joinRequests/answer', after: { email, sn, answer: 'guest' } },
  ]);
});

test('makes the person the owner of a plant without one, and of no other', async () => {
  const { sid, email, own } = await asked();
  await server.ask('site/joinRequests/answer', { sid, email, answer: 'owner' }, staff);
  expect(await server.ask('site/detail', { sid }, own)).toMatchObject({ userEmail: email, rights: { update: true } });
  const owner = await makeUser(sql, { role: 'owner' });
  const owned = await asked({ ownerId: owner.id });
  for (const who of [staff, await signedIn(owner)])
    expect(
      await server.call('site/joinRequests/answer', { sid: owned.sid, email: owned.email, answer: 'owner' }, who),
    ).toMatchObject({ code: ERROR_CODES.ownerHandsOver });
  expect((await server.call('site/detail', { sid: owned.sid }, owned.own)).code).toBe(ERROR_CODES.siteNotFound);
  await server.ask(
    'site/joinRequests/answer',
    { sid: owned.sid, email: owned.email, answer: 'guest' },
    await signedIn(owner),
  );
  expect((await server.call('site/detail', { sid: owned.sid }, owned.own)).code).toBe(200);
});

test('gives a declined person nothing', async () => {
  const { sid, email, own } = await asked();
  await server.ask('site/joinRequests/answer', { sid, email, answer: 'decline' }, staff);
  for (const answer of ['guest', 'decline'] as const)
    expect(await server.call('site/joinRequests/answer', { sid, email, answer }, staff)).toMatchObject({
      code: ERROR_CODES.joinRequestNotFound,
    });
  expect((await server.call('site/detail', { sid }, own)).code).toBe(ERROR_CODES.siteNotFound);
});

test('refuses strangers, guests and the person who asks, and changes nothing', async () => {
  const guest = await makeUser(sql);
  const { sid, email, own } = await asked({ sharedWith: [guest.id] });
  const refused = async (who: { token: string }, code: number) => {
    for (const answer of ['guest', 'owner', 'decline'] as const)
      expect(await server.call('site/joinRequests/answer', { sid, email, answer }, who)).toMatchObject({ code });
  };
  await refused(await signedIn(await makeUser(sql)), ERROR_CODES.siteNotFound);
  await refused(own, ERROR_CODES.siteNotFound);
  await refused(await signedIn(guest), ERROR_CODES.siteReadOnly);
  expect((await server.ask('site/joinRequests', { sid }, staff)).total).toBe(1);
  expect(await sql`select shared_with from sites where sid = ${sid}`).toEqual([{ sharedWith: [guest.id] }]);
});

test('counts the first of two answers at once', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const owns = await signedIn(owner);
  for (let n = 0; n < 5; n++) {
    const { sid, email, own } = await asked({ ownerId: owner.id });
    const answers = await Promise.all([
      server.call('site/joinRequests/answer', { sid, email, answer: 'guest' }, staff),
      server.call('site/joinRequests/answer', { sid, email, answer: 'decline' }, owns),
    ]);
    const codes = answers.map(({ code }) => code);
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, ERROR_CODES.joinRequestNotFound]);
    const { code } = await server.call('site/detail', { sid }, own);
    expect(code).toBe(codes[0] === 200 ? 200 : ERROR_CODES.siteNotFound);
  }
});

test('gives nobody access whose request was withdrawn, whose account was frozen, or whose device left the plant', async () => {
  const withdrawn = await asked();
  await server.ask('account/joinRequests/withdraw', { sn: withdrawn.sn }, withdrawn.own);
  const frozen = await asked();
  await sql`update users set frozen_at = now() where id = ${frozen.id}`;
  const moved = await asked();
  const to = await makeSite(sql, { companyId: installer.companyId });
  await server.ask('device/move', { sid: moved.sid, sn: moved.sn, to }, staff);
  for (const { sid, email, id } of [withdrawn, frozen, moved]) {
    for (const plant of [sid, to])
      expect(
        await server.call('site/joinRequests/answer', { sid: plant, email, answer: 'guest' }, staff),
      ).toMatchObject({ code: ERROR_CODES.joinRequestNotFound });
    expect(await sql`select from sites where shared_with @> ${[id]}::int[]`).toEqual([]);
  }
  const deleted = await asked();
  const admin = await signedIn(await makeUser(sql, { role: 'administrator' }));
  const list = await server.call('account/joinRequests', {}, deleted.own);
  await server.ask('site/delete', { sid: deleted.sid }, admin);
  expect(
    await server.call('site/joinRequests/answer', { sid: deleted.sid, email: deleted.email, answer: 'guest' }, staff),
  ).toMatchObject({ code: ERROR_CODES.siteNotFound });
  expect(await server.call('account/joinRequests', {}, deleted.own)).toEqual(list);
});

test('refuses one more guest than a plant may have', async () => {
  const { sid, email } = await asked();
  const shareWith = Array.from({ length: MAX_GUESTS }, (_, n) => `guest${n}@example.com`);
  await server.ask('site/updateFast', { sid, shareWith }, staff);
  const ask = () => server.call('site/joinRequests/answer', { sid, email, answer: 'guest' }, staff);
  expect(await ask()).toMatchObject({ code: ERROR_CODES.guestsFull });
  expect((await server.ask('site/joinRequests', { sid }, staff)).total).toBe(1);
  await server.ask('site/updateFast', { sid, shareWith: shareWith.slice(1) }, staff);
  expect((await ask()).code).toBe(200);
});
