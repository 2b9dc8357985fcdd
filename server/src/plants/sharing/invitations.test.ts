// Owners and guests by address: naming one that has no account is answered as naming one that has, and it is bound when its account is made.
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

/** What all calls tell of the people of a plant, with the addresses replaced by what they are here. */
async function toldOf(sid: string, names: Record<string, string>): Promise<unknown> {
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

test('nobody learns which addresses have accounts: making and changing a plant, its detail, lists and searches', async () => {
  const known = { owner: 'known.owner@example.com', guest: 'known.guest@example.com' };
  await makeUser(sql, { role: 'owner', email: known.owner });
  await makeUser(sql, { email: known.guest });
  const unknown = { owner: 'nobody.owner@example.com', guest: 'nobody.guest@example.com' };
  const told = [];
  for (const { owner, guest } of [known, unknown]) {
    const names = { [owner]: 'OWNER', [guest]: 'GUEST' };
    const made = await server.call('site/createFast', plant({ userEmail: owner, shareWith: [guest] }), { token });
    expect(made.code).toBe(200);
    const { sid } = made.data;
    const first = await toldOf(sid, names);
    const changed = await server.call(
      'site/updateFast',
      { sid, userEmail: guest, shareWith: [owner, guest] },
      { token },
    );
    const second = await toldOf(sid, names);
    const cleared = await server.call('site/updateFast', { sid, userEmail: '', shareWith: [] }, { token });
    told.push({
      first,
      changed: { ...changed, data: changed.data.version },
      second,
      cleared: cleared.code,
      third: await toldOf(sid, names),
    });
    await server.ask('site/delete', { sid }, { token });
  }
  expect(told[1]).toEqual(told[0]);
});

test('the statements are the same for an address with an account and one without', async () => {
  const known = (await makeUser(sql)).email;
  const counted = [];
  for (const email of [known, 'never.seen@example.com']) {
    const sid = await makeSite(sql, { companyId: installer.companyId });
    await server.ask('site/updateFast', { sid, userEmail: email, shareWith: [email] }, { token });
    const [audit] = await sql<{ after: object }[]>`select after from audit_log where object = ${sid}`;
    counted.push(JSON.stringify(audit).replaceAll(email, 'ADDRESS'));
  }
  expect(counted[1]).toBe(counted[0]);
});

test('an invited owner and guest get nothing until the account is made, and then what they were invited to', async () => {
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

test('an invitation that was taken back gives nothing to the account that is made later', async () => {
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

test('administrators are bound as well, by the settings and by the set-up link', async () => {
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
  // The link is for an empty portal; what makes the account is the same.
  expect(await newSetupLink(context)).toBe(null);
  await sql.begin((tx) => makeAdministrator(tx, 'second@example.com', 'a good password'));
  const [row] = await sql`select invited_owner from sites where sid = ${byLink}`;
  expect(row!.invitedOwner).toBe('');
});

test('of an invitation and an account that are made at once neither misses the other', async () => {
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

test('an owner ends shares, and neither owner nor, after a month, branch gives the plant away by an edit', async () => {
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

test('for a month the branch corrects the owner that it named, whether or not there is an account', async () => {
  const known = (await makeUser(sql, { role: 'owner' })).email;
  for (const email of [known, 'mistyped@example.com']) {
    const { sid } = await server.ask('site/createFast', plant({ userEmail: email }), { token });
    const named = (daysAgo: number) =>
      sql`update sites set owner_named_at = ${new Date(context.clock.now().getTime() - daysAgo * 86_400_000)} where sid = ${sid}`;
    await named(29);
    await server.ask('site/updateFast', { sid, userEmail: 'right@example.com' }, { token });
    // From that correction on another month.
    await server.ask('site/updateFast', { sid, userEmail: email }, { token });
    await named(31);
    expect(await server.call('site/updateFast', { sid, userEmail: '' }, { token })).toMatchObject({ code: 1470 });
  }
});

test('an owner names any installer, who sees the plant; and learns nothing of accounts by it', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const own = { token: await server.signedIn(owner.id) };
  const stranger = await makeUser(sql);
  const told = [];
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
    told.push(JSON.stringify(answers).replaceAll(sid, 'SID').replaceAll(email, 'ADDRESS'));
    const seen = await server.call('site/detail', { sid }, { token: await server.signedIn(stranger.id) });
    expect(seen.code).toBe(email === stranger.email ? 200 : 1005);
    await server.ask('site/updateFast', { sid, installerEmail: '' }, own);
    expect((await server.ask('site/offers', { sid }, own)).list).toEqual([]);
    await sql`delete from sites where sid = ${sid}`;
  }
  expect(told[1]).toBe(told[0]);
  expect(told[2]).toBe(told[0]);
});
