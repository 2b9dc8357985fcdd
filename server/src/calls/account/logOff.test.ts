// account/logOff: deletes an account with its plants and all personal data from every table, unless a rule prevents it.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { beforeEach, expect, test } from 'vitest';
import { fillSiteTables, fillUserTables } from '../../../test/everyTable.ts';
import { makeCompany, makeDevice, makeOffer, makeSite, makeUser } from '../../../test/factories.ts';
import { mailServer } from '../../../test/mailServer.ts';
import { testServer } from '../../../test/testServer.ts';
import { anonymizeAuditLog } from '../../accounts/deletion/anonymizeAuditLog.ts';
import { hashPassword } from '../../accounts/passwords/passwords.ts';
import { sendMails } from '../../notifications/sendMails.ts';

const mail = await mailServer();
const { ask, beside, call, context, sql, signedIn } = await testServer({
  SMTP_URL: mail.url,
  MAIL_FROM: 'portal@portal.example',
});
const PASSWORD = 'a sentence about rain';
const passwordHash = await hashPassword(PASSWORD);

beforeEach(async () => {
  await sql`truncate tries`;
  mail.taken.length = 0;
});

const tables = (
  await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`
).map(({ name }) => name);
/** Tables in which any of these texts occurs in any column. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const matches = await Promise.all(
    tables.map(async (table) => {
      const rows =
        await sql`select from ${sql(table)} t where t::text ilike any (${texts.map((text) => `%${text}%`)}::text[]) limit 1`;
      return rows.length > 0 ? [table] : [];
    }),
  );
  return matches.flat();
}
/** Tables with a row of this user ID. */
async function rowsOf(userId: number): Promise<string[]> {
  const columns = await sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and table_name in ${sql(tables)} and column_name in ('user_id', 'about_user') order by 1`;
  const matches: string[] = [];
  for (const { table, column } of columns)
    if ((await sql`select 1 from ${sql(table)} where ${sql(column)} = ${userId} limit 1`).length > 0)
      matches.push(table);
  return matches;
}
const existingSids = async (sids: string[]) =>
  (await sql<{ sid: string }[]>`select sid from sites where sid = any (${sids})`).map(({ sid }) => sid);

let count = 0;
async function leaver(role: 'owner' | 'installer' | 'administrator' = 'owner', companyId?: number) {
  const email = `leaver${++count}@person.example`;
  const user = await makeUser(sql, {
    role,
    email,
    passwordHash,
    name: `Ada Leaver ${count}`,
    ...(companyId ? { companyId } : {}),
  });
  await sql`update users set phone = '+49 7531 1234', street = 'Birkenweg 5' where id = ${user.id}`;
  return { ...user, token: await signedIn(user.id) };
}
const codeOf = async (
  { email, token }: { email: string; token: string },
  overrides: Partial<{ password: string; email: string; plants: number }> = {},
) => (await call('account/logOff', { password: PASSWORD, email, plants: 0, ...overrides }, { token })).code;

test('deletes the plants, ends the sessions, and leaves nothing of the user in any table but an ID', async () => {
  const person = await leaver();
  const other = await makeUser(sql, { role: 'owner' });
  const companyId = await makeCompany(sql);
  const mine = await makeSite(sql, { companyId, ownerId: person.id });
  const theirs = await makeSite(sql, { companyId, ownerId: other.id, sharedWith: [person.id], installerId: null });
  const device = await makeDevice(sql, { sid: mine });
  const theirDevice = await makeDevice(sql, { sid: theirs });
  await fillSiteTables(sql, device);
  await sql`delete from site_offers`;
  await fillUserTables(sql, { userId: person.id, sid: theirs, sn: theirDevice.sn });
  await sql`update bdm_passwords set user_email = ${person.email}`;
  await sql`insert into report_recipients (sid, email, secret, added_at) values (${theirs}, ${person.email}, 's', now())`;
  await sql`update sites set invited_installer = ${person.email} where sid = ${theirs}`;
  await sql`insert into password_resets (email, token_hash, expires_at) values (${person.email}, '\\x01', '2099-01-01')`;
  // As an installer would have named the owner; and a longer address that happens to have the same ending.
  await sql`
    insert into audit_log (at, user_id, address, action, object, after) values
      (now(), ${other.id}, '192.0.2.7', 'site/updateFast', ${theirs}, ${JSON.stringify({ userEmail: person.email.toUpperCase() })}::text::jsonb),
      (now(), ${other.id}, '192.0.2.7', 'site/updateFast', ${theirs}, ${JSON.stringify({ userEmail: 'x.nobody@person.example' })}::text::jsonb),
      (now(), ${person.id}, '198.51.100.9', 'account/update', ${`user ${person.id}`}, null)`;
  const before = await tablesWith([person.email]);
  for (const table of ['users', 'audit_log', 'report_recipients', 'sites', 'bdm_passwords', 'password_resets'])
    expect(before).toContain(table);

  expect(await codeOf(person, { email: person.email.toUpperCase(), plants: 1 })).toBe(200);
  await expect.poll(async () => (await call('account/info', {}, { token: person.token })).status).toBe(401);
  expect((await call('sign-in', { account: person.email, password: PASSWORD })).code).toBe(401);
  expect(await existingSids([mine, theirs])).toEqual([theirs]);
  expect(await sql`select sid from serial_numbers where sn = ${device.sn}`).toEqual([{ sid: null }]);
  expect((await sql`select shared_with, invited_installer from sites where sid = ${theirs}`)[0]).toEqual({
    sharedWith: [],
    invitedInstaller: '',
  });

  expect(await rowsOf(person.id)).toEqual(['audit_log', 'bdm_passwords', 'counted_users', 'left_accounts']);

  await sendMails(context);
  expect(mail.taken.map(({ to, subject }) => [to[0], subject])).toEqual([
    [person.email, 'Heliograph: Your account was deleted'],
  ]);
  expect(await tablesWith([person.email])).toEqual(['audit_log', 'left_accounts']);
  await anonymizeAuditLog(context);
  expect(await tablesWith([person.email, 'Ada Leaver', '+49 7531', 'Birkenweg', '198.51.100.9'])).toEqual([]);
  const lines = await sql<{ userId: number; action: string; after: object | null }[]>`
    select user_id, action, after from audit_log where object in (${theirs}, ${`user ${person.id}`}) order by id`;
  expect(lines).toEqual([
    { userId: other.id, action: 'site/updateFast', after: { userEmail: `user ${person.id}` } },
    { userId: other.id, action: 'site/updateFast', after: { userEmail: 'x.nobody@person.example' } },
    { userId: person.id, action: 'account/update', after: null },
    { userId: person.id, action: 'account/logOff', after: { deleted: [mine] } },
  ]);
  // No other change of an audit line is allowed.
  await sql`update audit_log set action = 'forged'`;
  expect(await sql`select from audit_log where action = 'forged'`).toHaveLength(0);
});

test('changes nothing for a wrong password, another address, a wrong number of plants, or an offered plant', async () => {
  const person = await leaver();
  const next = await makeUser(sql, { role: 'owner' });
  const sid = await makeSite(sql, { ownerId: person.id });
  expect(await codeOf(person, { password: 'wrong', plants: 1 })).toBe(1002);
  expect(await codeOf(person, { email: next.email, plants: 1 })).toBe(1532);
  expect(await codeOf(person, { plants: 0 })).toBe(1535);
  await makeOffer(sql, { sid, toUser: next.id });
  expect(await codeOf(person, { plants: 1 })).toBe(1534);
  expect((await call('account/info', {}, { token: person.token })).code).toBe(200);
  // The next owner accepts the plant, so it stays.
  await ask('account/offers/answer', { sid, kind: 'owner', accepts: true }, { token: await signedIn(next.id) });
  expect(await codeOf(person, { plants: 1 })).toBe(1535);
  expect(await codeOf(person, { plants: 0 })).toBe(200);
  expect(await existingSids([sid])).toEqual([sid]);
});

test('deletes no plant whose history moves to the plant that its device was given to', async () => {
  const person = await leaver();
  const sid = await makeSite(sql, { ownerId: person.id });
  const { sn } = await makeDevice(sql, { sid });
  await sql`
    insert into history_removals (sid, sn, id, start_day, end_day, from_at, to_at, reason, removed_at, removed_by, moved_to)
    values (${sid}, ${sn}, gen_random_uuid(), '2026-06-01', '2026-06-02', '2026-06-01', '2026-06-02', '', now(), 0, 'DE_x')`;
  expect(await codeOf(person, { plants: 1 })).toBe(ERROR_CODES.historyMoves);
  expect(await existingSids([sid])).toEqual([sid]);
  await sql`update history_removals set state = 'removed', moved_to = null where sid = ${sid}`;
  expect(await codeOf(person, { plants: 1 })).toBe(200);
});

test('keeps the last administrator, and lets only one of two leave when both try at once on two servers', async () => {
  const [one, two] = [await leaver('administrator'), await leaver('administrator')];
  const other = await beside();
  const responses = await Promise.all(
    [one, two].map(({ email, token }, n) =>
      (n ? other.call : call)('account/logOff', { password: PASSWORD, email, plants: 0 }, { token }),
    ),
  );
  expect(responses.map(({ code }) => code).toSorted()).toEqual([1533, 200]);
  const remaining = await sql`select from memberships m join roles r on r.id = m.role_id where r.scope = 'all'`;
  expect(remaining).toHaveLength(1);
});

test('does not count an administrator with a suspended membership as remaining', async () => {
  const other = await makeUser(sql, { role: 'administrator' });
  const suspended = await sql<{ userId: number }[]>`
    update memberships set frozen_at = now() where role_id in (select id from roles where scope = 'all') returning user_id`;
  expect(suspended.length).toBeGreaterThan(0);
  const one = await leaver('administrator');
  expect(await codeOf(one)).toBe(1533);
  await sql`update memberships set frozen_at = null where user_id = ${other.id}`;
  expect(await codeOf(one)).toBe(200);
});

test('keeps plants with their owners when a company has no members left, and ends the company’s access', async () => {
  const companyId = await makeCompany(sql);
  const installer = await leaver('installer', companyId);
  const owner = await makeUser(sql, { role: 'owner' });
  const owned = await makeSite(sql, { companyId, ownerId: owner.id, installerId: installer.id });
  const unowned = await makeSite(sql, { companyId, installerId: installer.id });
  expect(await codeOf(installer)).toBe(200);
  const rows = await sql<{ sid: string; companyId: number; installerId: number | null; seenBy: number[] }[]>`
    select sid, company_id, installer_id, seen_by from sites where sid in (${owned}, ${unowned})`;
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    expect([row.companyId === companyId, row.installerId]).toEqual([false, null]);
    expect(row.seenBy).not.toContain(-companyId);
  }
  expect((await ask('site/detail', { sid: owned }, { token: await signedIn(owner.id) })).sid).toBe(owned);
});

test('leaves an installer’s plants to the company when it has other members', async () => {
  const companyId = await makeCompany(sql);
  const installer = await leaver('installer', companyId);
  const colleague = await makeUser(sql, { companyId });
  const sid = await makeSite(sql, { companyId, installerId: installer.id });
  expect(await codeOf(installer)).toBe(200);
  expect((await sql`select company_id, installer_id from sites where sid = ${sid}`)[0]).toEqual({
    companyId,
    installerId: null,
  });
  expect((await ask('site/detail', { sid }, { token: await signedIn(colleague.id) })).sid).toBe(sid);
});

test('refuses more plants than can be deleted at once until some are transferred or deleted', async () => {
  const person = await leaver();
  const sids = [];
  for (let n = 0; n < 201; n++) sids.push(await makeSite(sql, { ownerId: person.id }));
  expect(await codeOf(person, { plants: 201 })).toBe(1536);
  await sql`update sites set owner_id = null where sid = ${sids[0]!}`;
  expect(await codeOf(person, { plants: 200 })).toBe(200);
  expect(await existingSids(sids)).toEqual([sids[0]]);
});
