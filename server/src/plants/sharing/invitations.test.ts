// Tests owners and guests by address: an address without an account is answered like one with an account, and is bound when its account is created.
import type { Request } from '@heliograph/contract/calls.ts';
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { makeAdministrator } from '../../accounts/firstAdministrator.ts';
import { newSetupLink } from '../../accounts/setupLink.ts';

const server = await testServer();
const { sql, context } = server;
const installer = await makeUser(sql);
const token = await server.signedIn(installer.id);
const plant = (more: Partial<Request<'site/createFast'>> = {}): Request<'site/createFast'> => ({
  siteName: 'Roof',
  countryCode: 'DE',
  latitude: 47.66,
  longitude: 9.18,
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  electricityPrice: 0.3,
  powerMax: 400,
  ...more,
});

/** Returns the answers of all calls about the people of a plant, with addresses replaced by their roles in the test. */
async function answersFor(sid: string, names: Record<string, string>): Promise<unknown> {
  const detail = await server.call('site/detail', { sid }, { token });
  const rows = await Promise.all(
    Object.keys(names).flatMap((email) => [
      server.call('site/listWithSN', { filters: { user_email: email } }, { token }),
      server.call('site/listWithSN', { filters: { keywords: email } }, { token }),
      server.call('device/list', { filters: { user_email: email } }, { token }),
    ]),
  );
  let text = JSON.stringify([detail, rows.map(({ data, code }) => ({ code, total: data.total, list: data.list }))]);
  text = text.replaceAll(sid, 'SID');
  for (const [email, name] of Object.entries(names)) text = text.replaceAll(email, name);
  return JSON.parse(text);
}

test('does not disclose which addresses have accounts when a plant is created, changed, read, listed or searched', async () => {
  const known = { owner: 'known.owner@example.com', guest: 'known.guest@example.com' };
  await makeUser(sql, { role: 'owner', email: known.owner });
  await makeUser(sql, { email: known.guest });
  const unknown = { owner: 'nobody.owner@example.com', guest: 'nobody.guest@example.com' };
  const answers = [];
  for (const { owner, guest } of [known, unknown]) {
    const names = { [owner]: 'OWNER', [guest]: 'GUEST' };
    const created = await server.call('site/createFast', plant({ userEmail: owner, shareWith: [guest] }), { token });
    expect(created.code).toBe(200);
    const { sid } = created.data;
    const first = await answersFor(sid, names);
    const changed = await server.call(
      'site/updateFast',
      { sid, userEmail: guest, shareWith: [owner, guest] },
      { token },
    );
    const second = await answersFor(sid, names);
    const cleared = await server.call('site/updateFast', { sid, userEmail: '', shareWith: [] }, { token });
    answers.push({
      first,
      changed: { ...changed, data: changed.data.version },
      second,
      cleared: cleared.code,
      third: await answersFor(sid, names),
    });
    await server.ask('site/delete', { sid }, { token });
  }
  expect(answers[1]).toEqual(answers[0]);
});

test('writes the same audit line for an address with an account and one without', async () => {
  const known = (await makeUser(sql)).email;
  const auditLines = [];
  for (const email of [known, 'never.seen@example.com']) {
    const sid = await makeSite(sql, { companyId: installer.companyId });
    await server.ask('site/updateFast', { sid, userEmail: email, shareWith: [email] }, { token });
    const [audit] = await sql<{ after: object }[]>`select after from audit_log where object = ${sid}`;
    auditLines.push(JSON.stringify(audit).replaceAll(email, 'ADDRESS'));
  }
  expect(auditLines[1]).toBe(auditLines[0]);
});

test('gives an invited owner and guest access to their plants as soon as the account is created', async () => {
  const owned = await makeSite(sql, { companyId: installer.companyId });
  const shared = await makeSite(sql, { companyId: installer.companyId });
  await server.ask('site/updateFast', { sid: owned, userEmail: 'New.Owner@example.com' }, { token });
  await server.ask(
    'site/updateFast',
    { sid: shared, shareWith: ['new.owner@example.com', 'other@example.com'] },
    { token },
  );
  const before = await server.ask('site/detail', { sid: shared }, { token });
  expect(before.shareWith).toEqual(['new.owner@example.com', 'other@example.com']);

  const { id } = await makeUser(sql, { role: 'owner', email: 'new.owner@example.com' });
  const own = { token: await server.signedIn(id) };
  const { list } = await server.ask('site/listWithSN', {}, own);
  expect(list.map((row) => row.sid).sort()).toEqual([owned, shared].sort());
  expect((await server.ask('site/detail', { sid: owned }, own)).rights).toMatchObject({ update: true });
  expect((await server.ask('site/detail', { sid: shared }, own)).rights).toMatchObject({ update: false });
  expect(await server.ask('site/detail', { sid: shared }, { token })).toEqual(before);
  expect((await server.ask('site/detail', { sid: owned }, { token })).userEmail).toBe('new.owner@example.com');
});

test('gives an account created later nothing from a withdrawn invitation', async () => {
  const sid = await makeSite(sql, { companyId: installer.companyId });
  await server.ask(
    'site/updateFast',
    { sid, userEmail: 'late@example.com', shareWith: ['late@example.com'] },
    { token },
  );
  await server.ask('site/updateFast', { sid, userEmail: '', shareWith: [] }, { token });
  const { id } = await makeUser(sql, { role: 'owner', email: 'late@example.com' });
  expect(await server.call('site/detail', { sid }, { token: await server.signedIn(id) })).toMatchObject({ code: 1005 });
});

test('binds invitations of administrators created by the settings or by the set-up link', async () => {
  const invited = async (email: string) => {
    const sid = await makeSite(sql, { companyId: installer.companyId });
    await server.ask('site/updateFast', { sid, userEmail: email }, { token });
    return sid;
  };
  const bySettings = await invited('first@example.com');
  const id = await sql.begin((tx) => makeAdministrator(tx, 'First@example.com', 'a good password'));
  expect(await sql`select owner_id, invited_owner from sites where sid = ${bySettings}`).toEqual([
    { ownerId: id, invitedOwner: '' },
  ]);
  const byLink = await invited('second@example.com');
  const users = await sql`select count(*)::int as count from users`;
  expect(users[0]!.count).toBeGreaterThan(0);
  // The link is only for an empty portal; the account is created by the same function.
  expect(await newSetupLink(context)).toBe(null);
  await sql.begin((tx) => makeAdministrator(tx, 'second@example.com', 'a good password'));
  const [row] = await sql`select invited_owner from sites where sid = ${byLink}`;
  expect(row!.invitedOwner).toBe('');
});

test('binds an invitation and an account that are created concurrently', async () => {
  for (let n = 0; n < 10; n++) {
    const email = `race${n}@example.com`;
    const sid = await makeSite(sql, { companyId: installer.companyId });
    const [answer, id] = await Promise.all([
      server.call('site/updateFast', { sid, userEmail: email, shareWith: [email] }, { token }),
      sql.begin((tx) => makeAdministrator(tx, email, 'a good password')),
    ]);
    expect(answer.code).toBe(200);
    expect(
      await sql`select owner_id, shared_with, invited_owner, invited_guests from sites where sid = ${sid}`,
    ).toEqual([{ ownerId: id, sharedWith: [id], invitedOwner: '', invitedGuests: [] }]);
  }
});

test('lets an owner end shares, and neither the owner nor, after a month, the branch change the owner by an edit', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const guest = await makeUser(sql, { role: 'owner' });
  const sid = await makeSite(sql, {
    companyId: installer.companyId,
    ownerId: owner.id,
    installerId: installer.id,
    sharedWith: [guest.id],
  });
  const own = { token: await server.signedIn(owner.id) };
  const guests = { token: await server.signedIn(guest.id) };
  expect((await server.call('site/overview', { sid }, guests)).code).toBe(200);
  await server.ask('site/updateFast', { sid, shareWith: [] }, own);
  expect(await server.call('site/overview', { sid }, guests)).toMatchObject({ code: 1005 });
  for (const who of [own, { token }]) {
    expect((await server.ask('site/detail', { sid }, who)).mayNameOwner).toBe(false);
    for (const userEmail of [guest.email, 'nobody@example.com', ''])
      expect(await server.call('site/updateFast', { sid, userEmail }, who)).toMatchObject({ code: 1470 });
    expect((await server.call('site/updateFast', { sid, siteName: 'Roof', userEmail: owner.email }, who)).code).toBe(
      200,
    );
  }
  const admin = await makeUser(sql, { role: 'administrator' });
  await server.ask('site/updateFast', { sid, userEmail: guest.email }, { token: await server.signedIn(admin.id) });
  expect((await server.ask('site/detail', { sid }, guests)).rights.update).toBe(true);
});

test('lets the branch correct the owner that it named for a month, with or without an account', async () => {
  const known = (await makeUser(sql, { role: 'owner' })).email;
  for (const email of [known, 'mistyped@example.com']) {
    const { sid } = await server.ask('site/createFast', plant({ userEmail: email }), { token });
    const setNamed = (daysAgo: number) =>
      sql`update sites set owner_named_at = ${new Date(context.clock.now().getTime() - daysAgo * 86_400_000)} where sid = ${sid}`;
    await setNamed(29);
    await server.ask('site/updateFast', { sid, userEmail: 'right@example.com' }, { token });
    // The correction starts another month.
    await server.ask('site/updateFast', { sid, userEmail: email }, { token });
    await setNamed(31);
    expect(await server.call('site/updateFast', { sid, userEmail: '' }, { token })).toMatchObject({ code: 1470 });
  }
});

test('lets an owner name any installer, who then sees the plant, without disclosing accounts', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const own = { token: await server.signedIn(owner.id) };
  const stranger = await makeUser(sql);
  const answersByAddress = [];
  for (const email of [stranger.email, 'no.installer@example.com', (await makeUser(sql, { role: 'owner' })).email]) {
    const sid = await makeSite(sql, { companyId: installer.companyId, ownerId: owner.id, name: 'Roof' });
    const { version } = await server.ask('site/updateFast', { sid, installerEmail: email }, own);
    const answers = [
      version,
      await server.ask('site/detail', { sid }, own),
      await server.ask('site/offers', { sid }, own),
      await server.ask('site/listWithSN', { filters: { installer_email: email } }, own),
      await server.ask('site/listWithSN', { filters: { keywords: email } }, own),
    ];
    answersByAddress.push(JSON.stringify(answers).replaceAll(sid, 'SID').replaceAll(email, 'ADDRESS'));
    const detail = await server.call('site/detail', { sid }, { token: await server.signedIn(stranger.id) });
    expect(detail.code).toBe(email === stranger.email ? 200 : 1005);
    await server.ask('site/updateFast', { sid, installerEmail: '' }, own);
    expect((await server.ask('site/offers', { sid }, own)).list).toEqual([]);
    await sql`delete from sites where sid = ${sid}`;
  }
  expect(answersByAddress[1]).toBe(answersByAddress[0]);
  expect(answersByAddress[2]).toBe(answersByAddress[0]);
});
