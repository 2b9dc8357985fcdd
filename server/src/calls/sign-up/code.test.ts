// sign-up/code: a code for new users; existing accounts are notified by mail only.
import { beforeEach, expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { mailServer } from '../../../test/mailServer.ts';
import { testServer } from '../../../test/testServer.ts';
import { expireData } from '../../jobs/expireData.ts';
import { sendMails } from '../../notifications/sendMails.ts';

const mail = await mailServer();
const settings = { SMTP_URL: mail.url, MAIL_FROM: 'portal@portal.example', PUBLIC_URL: 'https://portal.example' };
const { call, ask, clock, context, sql } = await testServer(settings);

beforeEach(async () => {
  await sql`truncate tries`;
  mail.taken.length = 0;
});

test('mails six digits in the requested language, stored as a slow hash', async () => {
  await ask('sign-up/code', { email: 'New@Example.com' }, { headers: { lan: '3' } });
  await sendMails(context);
  const [got] = mail.taken;
  expect(got!.to).toEqual(['new@example.com']);
  expect(got!.subject).toBe('Ihr Code für Heliograph');
  const code = /Code: (\d{6})/.exec(got!.text)![1]!;
  expect(got!.html).toContain(code);
  const [row] = await sql`select * from sign_up_codes`;
  expect(row).toMatchObject({ email: 'new@example.com', tries: 0, expiresAt: new Date('2026-06-15T10:10:00Z') });
  expect(row!.codeHash).toMatch(/^\$argon2id\$/);
  const [line] = await sql`select user_id, object, audit_log::text as text from audit_log`;
  expect(line).toMatchObject({ userId: null, object: 'registration' });
  expect(line!.text).not.toMatch(new RegExp(`${code}|new@example`));
  // Nothing remains of the mail to an address without an account.
  expect(await sql`select from mails`).toHaveLength(0);
});

test('responds the same with the same rows for an address with an account, whose mail has no code', async () => {
  const { email } = await makeUser(sql);
  const rowsOf = async (address: string) => ({
    codes: await sql`select tries, expires_at, length(code_hash) as hash from sign_up_codes where email = ${address}`,
    mails: await sql`select about_sid, state from mails where to_email = ${address}`,
  });
  const known = await call('sign-up/code', { email });
  const stranger = await call('sign-up/code', { email: 'stranger@example.com' });
  expect(known).toEqual(stranger);
  expect(await rowsOf(email)).toEqual(await rowsOf('stranger@example.com'));
  await sendMails(context);
  const notice = mail.taken.find(({ to }) => to[0] === email)!;
  expect(notice.subject).toBe('You have an account in Heliograph');
  expect(notice.text).not.toMatch(/\b\d{6}\b/);
  expect(notice.text).toContain('https://portal.example/');
});

test('limits mails, and deletes expired codes', async () => {
  const codes = [];
  for (let n = 0; n < 6; n++) codes.push((await call('sign-up/code', { email: 'often@example.com' })).code);
  expect(codes).toEqual([200, 200, 200, 200, 200, 1000]);
  clock.forward(601);
  expect((await expireData(context)).signUpCodes).toBeGreaterThan(0);
  expect(await sql`select from sign_up_codes`).toHaveLength(0);
});

test('refuses for a closed brand and without a mail server, and announces that beforehand', async () => {
  const closed = await testServer({ ...settings, BRAND: '1' });
  expect((await closed.ask('common/portal')).openRegistration).toBe(false);
  expect((await closed.call('sign-up/code', { email: 'new@example.com' })).code).toBe(1435);
  const mute = await testServer();
  expect((await mute.ask('common/portal')).openRegistration).toBe(false);
  expect((await mute.call('sign-up/code', { email: 'new@example.com' })).code).toBe(1452);
  expect((await ask('common/portal')).openRegistration).toBe(true);
});
