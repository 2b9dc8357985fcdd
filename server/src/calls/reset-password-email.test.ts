// reset-password-email: a link sets a password once, ends sessions and lockouts, and the account is notified.
import { beforeEach, expect, test } from 'vitest';
import { makeUser } from '../../test/factories.ts';
import { mailServer } from '../../test/mailServer.ts';
import { testServer } from '../../test/testServer.ts';
import { hashPassword } from '../accounts/passwords/passwords.ts';
import { sendMails } from '../notifications/sendMails.ts';

const mail = await mailServer();
const { call, ask, beside, clock, context, sql, signedIn } = await testServer({
  SMTP_URL: mail.url,
  MAIL_FROM: 'portal@portal.example',
  PUBLIC_URL: 'https://portal.example',
});
const OLD = 'the password before';
const NEW = 'a sentence about rain';
const passwordHash = await hashPassword(OLD);

beforeEach(async () => {
  await sql`truncate tries`;
  mail.taken.length = 0;
});

async function linkTo(email: string): Promise<string> {
  await ask('email-forget-password', { email });
  await sendMails(context);
  const links = mail.taken.splice(0).map(({ text }) => /#token=([\w-]+)/.exec(text)?.[1]);
  return links.find((token) => token !== undefined)!;
}
const codeOf = async (token: string, password = NEW) => (await call('reset-password-email', { token, password })).code;
const signInCode = async (account: string, password: string, address = '198.51.100.1') =>
  (await call('sign-in', { account, password }, { address })).code;

test('sets the password once, ends every session, and mails a notification', async () => {
  const { id, email } = await makeUser(sql, { passwordHash });
  const open = await signedIn(id);
  const token = await linkTo(email);
  const before = (await sql`select from audit_log where action = 'reset-password-email'`).length;
  const options = { address: '192.0.2.5' };
  expect(await call('reset-password-email', { token, password: ` ${NEW} ` }, options)).toMatchObject({
    code: 200,
    data: {},
  });
  await expect.poll(async () => (await call('account/info', {}, { token: open })).status).toBe(401);
  expect(await signInCode(email, OLD)).toBe(401);
  expect(await signInCode(email, NEW)).toBe(200);
  expect(await codeOf(token, 'another sentence')).toBe(1434);
  const lines = await sql`
    select user_id, object, address, audit_log::text as text from audit_log where action = 'reset-password-email'`;
  expect(lines).toHaveLength(before + 1);
  expect(lines.at(-1)).toMatchObject({ userId: id, object: `user ${id}`, address: '192.0.2.5' });
  for (const secret of [token, NEW, 'argon2']) expect(lines.at(-1)!.text).not.toContain(secret);
  await sendMails(context);
  // The sign-in before it came from another network.
  const notice = mail.taken.find(({ subject }) => subject === 'Heliograph: Your password was changed');
  expect(notice!.to).toEqual([email]);
  expect(notice!.text).toContain('Jun 15, 10:00 UTC');
  expect(notice!.text).toContain('https://portal.example/forgetPwd');
});

test('expires a link after 30 minutes, and with a newer one', async () => {
  const { email } = await makeUser(sql, { passwordHash });
  const first = await linkTo(email);
  const second = await linkTo(email);
  expect(await codeOf(first)).toBe(1434);
  clock.forward(30 * 60);
  expect(await codeOf(second)).toBe(1434);
  const third = await linkTo(email);
  clock.forward(30 * 60 - 1);
  expect(await codeOf(third)).toBe(200);
});

test('sets one password when a link is used twice at once on two servers', async () => {
  const { email } = await makeUser(sql, { passwordHash });
  const token = await linkTo(email);
  const other = await beside();
  const passwords = ['a sentence about snow', 'a sentence about fog'];
  const codes = await Promise.all(
    passwords.map(
      async (password, n) => (await (n ? other.call : call)('reset-password-email', { token, password })).code,
    ),
  );
  expect(new Set(codes)).toEqual(new Set([200, 1434]));
  expect(await signInCode(email, passwords[codes.indexOf(200)]!)).toBe(200);
  expect(await signInCode(email, passwords[codes.indexOf(1434)]!)).toBe(401);
});

test('refuses an unsuitable password and keeps the link valid', async () => {
  const { email } = await makeUser(sql, { passwordHash, email: 'forgetful@example.com' });
  const token = await linkTo(email);
  expect(await codeOf(token, 'short')).toBe(400);
  expect(await codeOf(token, 'Password1')).toBe(1341);
  expect(await codeOf(token, 'forgetful')).toBe(1342);
  expect(await codeOf(token, 'heliograph')).toBe(1343);
  expect(await codeOf(token)).toBe(200);
});

test('ends lockouts of the account on known networks, where the link was opened, and for strangers everywhere', async () => {
  const { email } = await makeUser(sql, { passwordHash });
  expect(await signInCode(email, OLD, '198.51.100.7')).toBe(200);
  for (let n = 0; n < 12; n++) await signInCode(email, 'wrong', '198.51.100.7');
  expect(await signInCode(email, OLD, '198.51.100.7')).toBe(1000);
  expect(await codeOf(await linkTo(email))).toBe(200);
  expect(await signInCode(email, NEW, '198.51.100.7')).toBe(200);
});

test('refuses an account frozen meanwhile, and limits guessing', async () => {
  const { id, email } = await makeUser(sql, { passwordHash });
  const token = await linkTo(email);
  await sql`update users set frozen_at = now() where id = ${id}`;
  expect(await codeOf(token)).toBe(1434);
  const codes = [];
  for (let n = 0; n < 31; n++) codes.push(await codeOf(String(n).padStart(43, 'x')));
  expect(codes).toContain(1000);
  expect(new Set(codes)).toEqual(new Set([1434, 1000]));
});
