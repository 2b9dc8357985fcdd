// site/endCare: ended by the owner only; the company, those above and below it and its guests lose access, and nothing else changes.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeOffer, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'portal@example.com' });
const { sql } = server;
const owner = await makeUser(sql, { role: 'owner' });
const own = { token: await server.signedIn(owner.id) };
const tokenOf = async ({ id }: { id: number }) => ({ token: await server.signedIn(id) });
const NONE = { code: 1005 };

/** A company between a dealer and a branch, with an installer and a colleague, and a guest of the owner. */
async function createAssigned(options: { name?: string } = {}) {
  const dealer = await makeUser(sql, { companyId: await makeCompany(sql, { kind: 'dealer' }) });
  const companyId = await makeCompany(sql, { name: 'Sonnendach', parentId: dealer.companyId });
  const installer = await makeUser(sql, { companyId });
  const colleague = await makeUser(sql, { companyId });
  const below = await makeUser(sql, { companyId: await makeCompany(sql, { parentId: companyId }) });
  const guest = await makeUser(sql);
  const sid = await makeSite(sql, {
    ...options,
    companyId,
    ownerId: owner.id,
    installerId: installer.id,
    sharedWith: [below.id, guest.id],
  });
  const { sn } = await makeDevice(sql, { sid });
  return { sid, sn, dealer, installer, colleague, below, guest };
}

test('ends access of the installer, the company and those above and below it, but not of the owner and other guests', async () => {
  const { sid, sn, dealer, installer, colleague, below, guest } = await createAssigned();
  await sql`
    insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, 'silence', '2026-06-14T10:00:00Z')`;
  const leaving = await Promise.all([dealer, installer, colleague, below].map(tokenOf));
  for (const who of leaving) expect((await server.call('site/detail', { sid }, who)).code).toBe(200);
  expect(await server.ask('site/offers', { sid }, own)).toMatchObject({
    care: { companyName: 'Sonnendach', installerEmail: installer.email },
    mayEndCare: true,
  });
  const { version } = await server.ask('site/detail', { sid }, own);
  await server.ask('site/endCare', { sid }, own);
  for (const who of leaving) {
    expect(await server.call('site/detail', { sid }, who)).toMatchObject(NONE);
    expect((await server.ask('device/list', {}, who)).list).toEqual([]);
    expect(await server.call('device/alerts', { sid }, who)).toMatchObject(NONE);
  }
  const detail = await server.ask('site/detail', { sid }, own);
  expect(detail).toMatchObject({ userEmail: owner.email, installerEmail: '', shareWith: [guest.email] });
  expect(detail.version).toBe(version + 1);
  expect((await server.call('site/detail', { sid }, await tokenOf(guest))).code).toBe(200);
  expect((await server.ask('device/list', {}, own)).list.filter((row) => row.sid === sid).map((row) => row.sn)).toEqual(
    [sn],
  );
  expect((await server.ask('device/alerts', { sid }, own)).list).toHaveLength(1);
  expect(await server.ask('site/offers', { sid }, own)).toMatchObject({ care: null, mayEndCare: false });
  expect(await server.call('site/endCare', { sid }, own)).toMatchObject({ code: 1481 });
});

test('writes one audit line, and mails both sides', async () => {
  const { sid, installer } = await createAssigned({ name: 'Barn' });
  await sql`update users set lan = 3 where id = ${installer.id}`;
  await server.ask('site/endCare', { sid }, own);
  expect(await sql`select action, user_id, before, after from audit_log where object = ${sid}`).toMatchObject([
    {
      action: 'site/endCare',
      userId: owner.id,
      before: { companyName: 'Sonnendach', installerEmail: installer.email },
      after: { companyName: '', installerEmail: '' },
    },
  ]);
  const mails = await sql<{ to: string; subject: string; text: string }[]>`
    select to_email as "to", subject, text_part as text from mails where about_sid = ${sid} and purpose = 'careEnded'`;
  const [theirs, mine] = [installer, owner].map(({ email }) => mails.find(({ to }) => to === email)!);
  expect(mails).toHaveLength(2);
  expect(theirs!.subject).toBe('Die Betreuung von Barn ist beendet');
  expect(theirs!.text).toContain(owner.email);
  expect(mine!.subject).toBe('Service of Barn has ended');
  expect(mine!.text).toContain('alerts continue');
});

test('notifies the company’s owners if no installer is named', async () => {
  const { sid, installer, colleague } = await createAssigned();
  await sql`update sites set installer_id = null where sid = ${sid}`;
  await sql`update memberships set is_company_owner = user_id = ${colleague.id} where user_id = any (${[installer.id, colleague.id]})`;
  await server.ask('site/endCare', { sid }, own);
  const mails = await sql<{ to: string }[]>`select to_email as "to" from mails where about_sid = ${sid} order by 1`;
  expect(mails.map(({ to }) => to).toSorted()).toEqual([colleague.email, owner.email].toSorted());
});

test('keeps alerts: if the installer was the only recipient, the owner is from then on', async () => {
  const { sid, installer } = await createAssigned();
  const recipients = async () =>
    (await server.ask('site/sn/report/settings', { sid }, own)).recipients.map(({ email, state }) => [email, state]);
  await server.ask('site/sn/report/setUp', { sid, alertHourly: true, recipients: [installer.email] }, own);
  expect(await recipients()).toEqual([[installer.email, 'active']]);
  await server.ask('site/endCare', { sid }, own);
  expect(await recipients()).toEqual([[owner.email, 'active']]);

  const other = await createAssigned();
  await server.ask(
    'site/sn/report/setUp',
    { sid: other.sid, recipients: [other.installer.email, other.guest.email] },
    own,
  );
  await server.ask('site/endCare', { sid: other.sid }, own);
  const settings = await server.ask('site/sn/report/settings', { sid: other.sid }, own);
  expect(settings.recipients.map(({ email }) => email)).toEqual([other.guest.email]);
});

test('ends a pending offer of the service assignment', async () => {
  const { sid } = await createAssigned();
  const next = await makeUser(sql);
  await makeOffer(sql, { sid, toUser: next.id, by: owner.id, kind: 'installer' });
  await server.ask('site/endCare', { sid }, own);
  const answer = { sid, kind: 'installer', accepts: true } as const;
  expect(await server.call('account/offers/answer', answer, await tokenOf(next))).toMatchObject({ code: 1473 });
});

test('unassigns an installer of another company, and one of the operator, who keeps access to every plant', async () => {
  const operator = await makeUser(sql, { role: 'manager' });
  const installer = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: operator.companyId, ownerId: owner.id, installerId: installer.id });
  await server.ask('site/endCare', { sid }, own);
  expect(await server.call('site/detail', { sid }, await tokenOf(installer))).toMatchObject(NONE);
  expect((await server.call('site/detail', { sid }, await tokenOf(operator))).code).toBe(200);
});

test('refuses everyone but the owner, also for a plant without an owner', async () => {
  const { sid, installer, colleague, guest } = await createAssigned();
  for (const who of [installer, colleague])
    expect(await server.call('site/endCare', { sid }, await tokenOf(who))).toMatchObject({ code: 1480 });
  expect(await server.call('site/endCare', { sid }, await tokenOf(guest))).toMatchObject({ code: 1301 });
  expect(await server.call('site/endCare', { sid }, await tokenOf(await makeUser(sql)))).toMatchObject(NONE);
  const free = await makeSite(sql, { companyId: installer.companyId });
  expect(await server.call('site/endCare', { sid: free }, await tokenOf(installer))).toMatchObject({ code: 1480 });
  const { companyId, installerId } = (
    await sql<
      { companyId: number; installerId: number }[]
    >`select company_id, installer_id from sites where sid = ${sid}`
  )[0]!;
  expect([companyId, installerId]).toEqual([installer.companyId, installer.id]);
});
