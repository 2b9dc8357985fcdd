// Modules that are found dead, weak or swapped are told by mail without anybody having set it: once, to whom they concern, and to nobody who has ended it.
import { expect, test } from 'vitest';
import { makeCompany, type makeSite, makeUser } from '../../test/factories.ts';
import { startMailingServer } from '../../test/mailingServer.ts';
import { sendMails } from '../notifications/sendMails.ts';
import { sendFindingMails } from './findingMails.ts';

const { app, ask, call, clock, context, sql, signedIn, mail, plant, tick, stateOf, besides } =
  await startMailingServer();

/** A plant of an owner, with an installer who has looked after it since, and a module that has been dead since May. */
async function ownedPlant(given: Parameters<typeof makeSite>[1] = {}) {
  const owner = await makeUser(sql, { role: 'owner' });
  const companyId = await makeCompany(sql);
  const installer = await makeUser(sql, { companyId });
  const { sid, sn } = await plant({ ownerId: owner.id, installerId: installer.id, companyId, ...given });
  await found(sid, sn, 'deadModule', '2026-05-20T00:00:00Z');
  return { sid, sn, owner, installer, companyId };
}
const found = (sid: string, sn: string, code: string, iso: string, closed: string | null = null) =>
  sql`insert into events (sid, sn, code, opened_at, closed_at, detail) values (${sid}, ${sn}, ${code}, ${iso}, ${closed}, '{"cause": "noPower", "less": "100", "input": "1"}')`;
const told = () => mail.taken.map(({ to, subject }) => `${to[0]} ${subject}`).toSorted();

test('a dead module is told to owner and installer though nobody has set anything: once, in their languages, with a way out', async () => {
  const { sid, sn, owner, installer, companyId } = await ownedPlant();
  await sql`update users set lan = 3 where id = ${owner.id}`;
  // Neither a guest, nor a colleague, nor somebody elsewhere.
  const guest = await makeUser(sql);
  await sql`update sites set shared_with = array[${guest.id}::int] where sid = ${sid}`;
  await makeUser(sql, { companyId });
  await found(sid, sn, 'weakModule', '2026-05-21T00:00:00Z');
  await found(sid, sn, 'weakModule', '2026-05-01T00:00:00Z', '2026-05-11T00:00:00Z');
  await found(sid, sn, 'silence', '2026-05-20T00:00:00Z');
  await tick();
  expect(told()).toEqual(
    [
      `${installer.email} Größenwahn <b>: 2 findings about modules`,
      `${owner.email} Größenwahn <b>: 2 Auffälligkeiten an Modulen`,
    ].toSorted(),
  );
  const toInstaller = mail.taken.find(({ to }) => to[0] === installer.email)!;
  expect(toInstaller.text).toContain('is yours or in your care');
  expect(toInstaller.text).toContain(sn);
  expect(toInstaller.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  for (let hours = 0; hours < 30; hours += 6) {
    clock.forward(6 * 3600);
    await tick();
  }
  expect(mail.taken).toHaveLength(2);
  // A second one is told alone; what has ended and begun again is another.
  await sql`update events set closed_at = ${clock.now()} where sid = ${sid} and code = 'weakModule' and closed_at is null`;
  await found(sid, sn, 'weakModule', '2026-06-11T00:00:00Z');
  mail.taken.length = 0;
  await tick();
  expect(told()).toEqual(
    [
      `${installer.email} Größenwahn <b>: a module needs attention`,
      `${owner.email} Größenwahn <b>: ein Modul fällt auf`,
    ].toSorted(),
  );
});

test('findings are told from the hour of reports on, of a company without a named installer to who owns it', async () => {
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

test('the link in such a mail ends them for its reader alone, also when he is taken out of the list afterwards', async () => {
  const { sid, sn, owner, installer } = await ownedPlant();
  await tick();
  const toOwner = mail.taken.find(({ to }) => to[0] === owner.email)!;
  const stop = /<https:\/\/portal\.example(\/mails\/stop\/[^>]+)>/.exec(toOwner.headers.get('list-unsubscribe')!)![1]!;
  const token = decodeURIComponent(/mails\?token=(\S+)/.exec(toOwner.text)![1]!);
  expect(await ask('mail/choice', { token })).toEqual({
    siteName: 'Größenwahn <b>',
    email: owner.email,
    state: 'active',
  });
  await app.inject({ method: 'POST', url: stop });
  expect((await ask('mail/choice', { token })).state).toBe('stopped');
  await found(sid, sn, 'weakModule', '2026-06-09T00:00:00Z');
  await tick();
  expect(mail.taken.map(({ to }) => to[0]).slice(2)).toEqual([installer.email]);

  // Somebody puts him on the list: he is asked first, and taken out again he stays quiet.
  const by = { token: await signedIn(installer.id) };
  await ask('site/sn/report/setUp', { sid, recipients: [installer.email] }, by);
  await found(sid, sn, 'swappedModules', '2026-06-09T00:00:00Z');
  await tick();
  expect(mail.taken.map(({ to }) => to[0]).slice(3)).toEqual([installer.email]);
  await ask('mail/choose', { token, wants: true });
  await found(sid, sn, 'weakModule', '2026-06-10T00:00:00Z');
  await tick();
  // What was told meanwhile to others only is told to him now.
  expect(
    mail.taken
      .slice(4)
      .map(({ to, subject }) => [to[0], subject])
      .toSorted(),
  ).toEqual(
    [
      [installer.email, 'Größenwahn <b>: a module needs attention'],
      [owner.email, 'Größenwahn <b>: 3 findings about modules'],
    ].toSorted(),
  );
  // Whose plant it is no more, his link tells nothing of it.
  await sql`update sites set owner_id = null where sid = ${sid}`;
  expect((await call('mail/choice', { token })).code).toBe(1451);
});

test('whoever has ended the mails of a list gets none by himself either, on the list or off it', async () => {
  const { sid, sn, owner, installer } = await ownedPlant();
  const by = { token: await signedIn(installer.id) };
  await ask('site/sn/report/setUp', { sid, recipients: [installer.email, owner.email] }, by);
  const [row] = await sql<{ secret: string }[]>`
    select secret from report_recipients where sid = ${sid} and email = ${owner.email}`;
  await ask('mail/choose', { token: `${sid}~${row!.secret}`, wants: false });
  await tick();
  await ask('site/sn/report/setUp', { sid, recipients: [installer.email] }, by);
  await found(sid, sn, 'weakModule', '2026-06-09T00:00:00Z');
  await tick();
  expect(new Set(mail.taken.map(({ to }) => to[0]))).toEqual(new Set([installer.email]));
});

test('nobody is told of it who is frozen, who is only invited, who lost the plant meanwhile, or whose address is the demonstration’s', async () => {
  const { sid, owner, installer } = await ownedPlant();
  await sql`update users set frozen_at = now() where id = ${owner.id}`;
  await sql`update users set demo_password_hash = password_hash where id = ${installer.id}`;
  await sql`update sites set invited_owner = 'new.owner@elsewhere.example' where sid = ${sid}`;
  await tick();
  expect(await stateOf(sid)).toEqual([]);
  // He has the plant's account in hand by now, and is told what goes on.
  await sql`update users set frozen_at = null where id = ${owner.id}`;
  await sendFindingMails(context);
  await sql`update sites set owner_id = null where sid = ${sid}`;
  await sendMails(context);
  expect(mail.taken).toHaveLength(0);
  expect(await stateOf(sid)).toEqual(['dropped']);
});

test('switched off for the plant nobody is told, and what goes on is told once it is on again', async () => {
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

test('dead since May and alerts switched on in June: one mail to each, those who were told before none', async () => {
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
  expect(told()).toEqual(
    [
      `${owner.email} Größenwahn <b>: a module needs attention`,
      `${installer.email} Größenwahn <b>: a module needs attention`,
      `${colleague.email} Größenwahn <b>: ein Modul fällt auf`,
    ].toSorted(),
  );
});

test('with alerts on, a module that is found is told to their recipients, and to nobody twice', async () => {
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
  await found(sid, sn, 'deadModule', '2026-05-20T00:00:00Z');
  await found(sid, sn, 'weakModule', '2026-05-01T00:00:00Z', '2026-05-11T00:00:00Z');
  await found(sid, sn, 'silence', '2026-05-20T00:00:00Z');
  for (let hours = 0; hours < 3; hours++) {
    clock.forward(3600);
    await tick();
  }
  expect(told()).toEqual([aunt, user.email].map((to) => `${to} Größenwahn <b>: a module needs attention`).toSorted());
  expect(await sql`select from found_told where reader like '%@%'`).toHaveLength(0);
  clock.forward(30 * 86_400);
  await tick();
  expect(mail.taken).toHaveLength(2);
});

test('of servers that find it together one tells each', async () => {
  const plants = [];
  for (let n = 0; n < 4; n++) plants.push(await ownedPlant());
  const others = [besides(), besides()];
  await Promise.all([context, ...others, context].map((one) => sendFindingMails(one)));
  await Promise.all([context, ...others].map((one) => sendMails(one)));
  expect(mail.taken.map(({ to }) => to[0]).toSorted()).toEqual(
    plants.flatMap(({ owner, installer }) => [owner.email, installer.email]).toSorted(),
  );
  for (const { sql: own } of others) await own.end({ timeout: 1 });
});
