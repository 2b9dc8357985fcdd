// Mails about dead, weak or swapped modules, without a subscription: once, to the people concerned, and to nobody who has unsubscribed.
import { expect, test } from 'vitest';
import { makeCompany, type makeSite, makeUser } from '../../test/factories.ts';
import { startMailingServer } from '../../test/mailingServer.ts';
import { sendMails } from '../notifications/sendMails.ts';
import { sendFindingMails } from './findingMails.ts';
import { updateChangedProblems } from './updateProblems.ts';

const {
  app,
  ask,
  call,
  clock,
  context,
  sql,
  signedIn,
  mail,
  plant,
  tick,
  stateOf,
  besides: anotherServer,
} = await startMailingServer();

/** Makes a plant with an owner, an installer, and a module that has been dead since May. */
async function ownedPlant(overrides: Parameters<typeof makeSite>[1] = {}) {
  const owner = await makeUser(sql, { role: 'owner' });
  const companyId = await makeCompany(sql);
  const installer = await makeUser(sql, { companyId });
  const { sid, sn } = await plant({ ownerId: owner.id, installerId: installer.id, companyId, ...overrides });
  await addFinding(sid, sn, 'deadModule', '2026-05-20T00:00:00Z');
  return { sid, sn, owner, installer, companyId };
}
const addFinding = (sid: string, sn: string, code: string, iso: string, closed: string | null = null, input = '1') =>
  sql`
    insert into events (sid, sn, code, opened_at, closed_at, detail)
    values (${sid}, ${sn}, ${code}, ${iso}, ${closed}, ${JSON.stringify({ cause: 'noPower', less: '100', input })}::text::jsonb)`;
const sentMails = () => mail.taken.map(({ to, subject }) => `${to[0]} ${subject}`).toSorted();

test('mails a dead module to owner and installer without any settings: once, in their languages, with an unsubscribe link', async () => {
  const { sid, sn, owner, installer, companyId } = await ownedPlant();
  await sql`update users set lan = 3 where id = ${owner.id}`;
  // Not to a guest, nor a colleague.
  const guest = await makeUser(sql);
  await sql`update sites set shared_with = array[${guest.id}::int] where sid = ${sid}`;
  await makeUser(sql, { companyId });
  await addFinding(sid, sn, 'weakModule', '2026-05-21T00:00:00Z');
  await addFinding(sid, sn, 'weakModule', '2026-05-01T00:00:00Z', '2026-05-11T00:00:00Z');
  await addFinding(sid, sn, 'silence', '2026-05-20T00:00:00Z');
  await tick();
  expect(sentMails()).toEqual(
    [
      `${installer.email} Größenwahn <b>: 2 problems were found`,
      `${owner.email} Größenwahn <b>: 2 Probleme gefunden`,
    ].toSorted(),
  );
  const toInstaller = mail.taken.find(({ to }) => to[0] === installer.email)!;
  expect(toInstaller.text).toContain('you own or service');
  expect(toInstaller.text).toContain(sn);
  expect(toInstaller.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  for (let hours = 0; hours < 30; hours += 6) {
    clock.forward(6 * 3600);
    await tick();
  }
  expect(mail.taken).toHaveLength(2);
  // Its end is mailed; when it begins again it is a new one.
  await sql`update events set closed_at = ${clock.now()} where sid = ${sid} and code = 'weakModule' and closed_at is null`;
  mail.taken.length = 0;
  await tick();
  await tick();
  expect(sentMails()).toEqual(
    [
      `${installer.email} Größenwahn <b>: a problem has ended`,
      `${owner.email} Größenwahn <b>: ein Problem besteht nicht mehr`,
    ].toSorted(),
  );
  await addFinding(sid, sn, 'weakModule', '2026-06-11T00:00:00Z');
  mail.taken.length = 0;
  await tick();
  expect(sentMails()).toEqual(
    [
      `${installer.email} Größenwahn <b>: a problem was found`,
      `${owner.email} Größenwahn <b>: ein Problem gefunden`,
    ].toSorted(),
  );
});

test('mails findings from the hour of reports on, and to the company owner if no installer is assigned', async () => {
  const { sid, owner, companyId } = await ownedPlant({ installerId: null });
  const head = await makeUser(sql, { companyId });
  await sql`update memberships set is_company_owner = true where user_id = ${head.id}`;
  await sql`update sites set installer_id = null where sid = ${sid}`;
  clock.set('2026-06-11T04:59:00Z');
  await tick();
  expect(mail.taken).toHaveLength(0);
  clock.set('2026-06-11T05:00:00Z');
  await tick();
  expect(mail.taken.map(({ to }) => to[0]).toSorted()).toEqual([owner.email, head.email].toSorted());
});

test('the link in a findings mail unsubscribes only its recipient, who stays unsubscribed when removed from the list later', async () => {
  const { sid, sn, owner, installer } = await ownedPlant();
  await tick();
  const toOwner = mail.taken.find(({ to }) => to[0] === owner.email)!;
  const stop = /<https:\/\/portal\.example(\/mails\/stop\/[^>]+)>/.exec(toOwner.headers.get('list-unsubscribe')!)![1]!;
  const token = decodeURIComponent(/mails\?token=(\S+)/.exec(toOwner.text)![1]!);
  expect(await ask('mail/choice', { token })).toEqual({
    about: 'plant',
    siteName: 'Größenwahn <b>',
    email: owner.email,
    state: 'active',
  });
  await app.inject({ method: 'POST', url: stop });
  expect((await ask('mail/choice', { token })).state).toBe('stopped');
  await addFinding(sid, sn, 'weakModule', '2026-06-09T00:00:00Z');
  await tick();
  expect(mail.taken.map(({ to }) => to[0]).slice(2)).toEqual([installer.email]);

  // Added to the list, the owner must confirm first.
  const by = { token: await signedIn(installer.id) };
  await ask('site/sn/report/setUp', { sid, recipients: [installer.email] }, by);
  await addFinding(sid, sn, 'swappedModules', '2026-06-09T00:00:00Z');
  await tick();
  expect(mail.taken.map(({ to }) => to[0]).slice(3)).toEqual([installer.email]);
  await ask('mail/choose', { token, wants: true });
  await addFinding(sid, sn, 'weakModule', '2026-06-10T00:00:00Z', null, '2');
  await tick();
  // The owner now gets the findings that were mailed only to others meanwhile.
  expect(
    mail.taken
      .slice(4)
      .map(({ to, subject }) => [to[0], subject])
      .toSorted(),
  ).toEqual(
    [
      [installer.email, 'Größenwahn <b>: a problem was found'],
      [owner.email, 'Größenwahn <b>: 3 problems were found'],
    ].toSorted(),
  );
  // The link of a former owner shows nothing of the plant.
  await sql`update sites set owner_id = null where sid = ${sid}`;
  expect((await call('mail/choice', { token })).code).toBe(1451);
});

test('a person who has unsubscribed from a list gets no findings mails, on the list or off it', async () => {
  const { sid, sn, owner, installer } = await ownedPlant();
  const by = { token: await signedIn(installer.id) };
  await ask('site/sn/report/setUp', { sid, recipients: [installer.email, owner.email] }, by);
  const [row] = await sql<{ secret: string }[]>`
    select secret from report_recipients where sid = ${sid} and email = ${owner.email}`;
  await ask('mail/choose', { token: `${sid}~${row!.secret}`, wants: false });
  await tick();
  await ask('site/sn/report/setUp', { sid, recipients: [installer.email] }, by);
  await addFinding(sid, sn, 'weakModule', '2026-06-09T00:00:00Z');
  await tick();
  expect(new Set(mail.taken.map(({ to }) => to[0]))).toEqual(new Set([installer.email]));
});

test('mails no findings to frozen, invited or demo accounts, nor to a person who lost the plant meanwhile', async () => {
  const { sid, owner, installer } = await ownedPlant();
  await sql`update users set frozen_at = now() where id = ${owner.id}`;
  await sql`update users set demo_password_hash = password_hash where id = ${installer.id}`;
  await sql`update sites set invited_owner = 'new.owner@elsewhere.example' where sid = ${sid}`;
  await tick();
  expect(await stateOf(sid)).toEqual([]);
  // The owner's account is active by now, so the open findings are mailed.
  await sql`update users set frozen_at = null where id = ${owner.id}`;
  await sendFindingMails(context);
  await sql`update sites set owner_id = null where sid = ${sid}`;
  await sendMails(context);
  expect(mail.taken).toHaveLength(0);
  expect(await stateOf(sid)).toEqual(['dropped']);
});

test('mails nothing while findings are switched off for the plant, and open findings once they are on again', async () => {
  const { sid, owner, installer } = await ownedPlant();
  const by = { token: await signedIn(installer.id) };
  await ask('site/sn/report/setUp', { sid, alertFound: false }, by);
  await tick();
  expect(mail.taken).toHaveLength(0);
  await ask('site/sn/report/setUp', { sid, alertFound: true }, by);
  await tick();
  await tick();
  expect(mail.taken.map(({ to }) => to[0]).toSorted()).toEqual([owner.email, installer.email].toSorted());
});

test('mails an older finding once to new recipients when alerts are switched on, and not again to others', async () => {
  const { sid, owner, installer, companyId } = await ownedPlant();
  await tick();
  const colleague = await makeUser(sql, { companyId });
  const by = { token: await signedIn(installer.id) };
  const recipients = [installer.email, colleague.email];
  await ask('site/sn/report/setUp', { sid, alertHourly: true, language: 'de', recipients }, by);
  for (let hours = 0; hours < 3; hours++) {
    await tick();
    clock.forward(3600);
  }
  expect(sentMails()).toEqual(
    [
      `${owner.email} Größenwahn <b>: a problem was found`,
      `${installer.email} Größenwahn <b>: a problem was found`,
      `${colleague.email} Größenwahn <b>: ein Problem gefunden`,
    ].toSorted(),
  );
});

test('mails a finding to the recipients of alerts, and to nobody twice', async () => {
  const { sid, sn, token, user } = await plant();
  const aunt = 'aunt@elsewhere.example';
  await ask(
    'site/sn/report/setUp',
    { sid, alertHourly: true, alertFound: false, recipients: [user.email, aunt] },
    { token },
  );
  await sql`update report_recipients set confirmed_at = now() where sid = ${sid} and email = ${aunt}`;
  await tick();
  mail.taken.length = 0;
  await addFinding(sid, sn, 'deadModule', '2026-05-20T00:00:00Z');
  await addFinding(sid, sn, 'weakModule', '2026-05-01T00:00:00Z', '2026-05-11T00:00:00Z');
  await addFinding(sid, sn, 'silence', '2026-05-20T00:00:00Z');
  for (let hours = 0; hours < 3; hours++) {
    clock.forward(3600);
    await tick();
  }
  expect(sentMails()).toEqual([aunt, user.email].map((to) => `${to} Größenwahn <b>: a problem was found`).toSorted());
  expect(await sql`select from incident_notices where reader like '%@%'`).toHaveLength(0);
  clock.forward(30 * 86_400);
  await tick();
  expect(mail.taken).toHaveLength(2);
});

test('only one of several concurrent servers mails each finding', async () => {
  const plants = [];
  for (let n = 0; n < 4; n++) plants.push(await ownedPlant());
  const others = [anotherServer(), anotherServer()];
  await Promise.all([context, ...others].map((one) => updateChangedProblems(one)));
  await Promise.all([context, ...others, context].map((one) => sendFindingMails(one)));
  await Promise.all([context, ...others].map((one) => sendMails(one)));
  expect(mail.taken.map(({ to }) => to[0]).toSorted()).toEqual(
    plants.flatMap(({ owner, installer }) => [owner.email, installer.email]).toSorted(),
  );
  for (const { sql: own } of others) await own.end({ timeout: 1 });
});
