// account/email/change: mails both addresses, responds the same for every address, and does nothing without the password.
import { beforeEach, expect, test } from 'vitest';
import { linkOf } from '../../../../test/emailChanges.ts';
import { makeUser } from '../../../../test/factories.ts';
import { mailServer } from '../../../../test/mailServer.ts';
import { testServer } from '../../../../test/testServer.ts';
import { hashPassword } from '../../../accounts/passwords/passwords.ts';
import { sendMails } from '../../../notifications/sendMails.ts';

const mail = await mailServer();
const { call, ask, clock, context, sql, signedIn } = await testServer({
  SMTP_URL: mail.url,
  MAIL_FROM: 'portal@portal.example',
  PUBLIC_URL: 'https://portal.example',
});
const PASSWORD = 'a sentence about rain';
const passwordHash = await hashPassword(PASSWORD);

beforeEach(async () => {
  await sql`truncate tries`;
  await sql`delete from mails`;
  mail.taken.length = 0;
});

test('mails a link to each address, does not reveal the old address to the new one, and changes nothing yet', async () => {
  const { id, email } = await makeUser(sql, { passwordHash });
  const token = await signedIn(id);
  expect(await ask('account/email/change', { password: PASSWORD, email: 'New.One@example.com' }, { token })).toEqual(
    {},
  );
  await sendMails(context);
  expect(mail.taken.map(({ to }) => to[0]).toSorted()).toEqual(['new.one@example.com', email].toSorted());
  const [old, next] = [linkOf(mail, email), linkOf(mail, 'new.one@example.com')];
  expect(old && next && old !== next).toBe(true);
  expect(mail.taken.find(({ to }) => to.includes('new.one@example.com'))!.text).not.toContain(email);
  expect((await ask('account/info', {}, { token })).email).toBe(email);
  // Neither link is stored anywhere, and there is no trace that the other address got a mail.
  const stored = JSON.stringify([await sql`select * from mails`, await sql`select * from audit_log`]);
  for (const secret of [old!, next!, 'new.one']) expect(stored).not.toContain(secret);
});

test('notifies an existing account by mail, and does not reveal it to the requester', async () => {
  const { id, email } = await makeUser(sql, { passwordHash });
  const existing = (await makeUser(sql)).email;
  const token = await signedIn(id);
  const responses = [];
  for (const address of ['nobody.yet@example.com', existing]) {
    const response = await call('account/email/change', { password: PASSWORD, email: address }, { token });
    const { change } = await ask('account/email/pending', {}, { token });
    responses.push(JSON.stringify([response, change]).replaceAll(address, 'ADDRESS'));
    await sendMails(context);
    // The newer link invalidates the previous one.
    expect((await call('email-change/look', { token: linkOf(mail, email)! })).code).toBe(200);
  }
  expect(responses[1]).toBe(responses[0]);
  expect(linkOf(mail, existing)).toBeUndefined();
  expect(mail.taken.find(({ to }) => to.includes(existing))!.subject).toBe('You have an account in Heliograph');
});

test('refuses a wrong password, the current address and too many mails, and reports a missing mail server', async () => {
  const { id, email } = await makeUser(sql, { passwordHash });
  const token = await signedIn(id);
  const codeOf = async (password: string, to: string) =>
    (await call('account/email/change', { password, email: to }, { token })).code;
  expect(await codeOf('wrong', 'x@example.com')).toBe(1002);
  expect(await codeOf(PASSWORD, email.toUpperCase())).toBe(1530);
  for (let n = 0; n < 5; n++) expect(await codeOf(PASSWORD, 'often@example.com')).toBe(200);
  expect(await codeOf(PASSWORD, 'often@example.com')).toBe(1000);
  for (let n = 0; n < 10; n++) await codeOf('wrong', 'x@example.com');
  expect(await codeOf(PASSWORD, 'x@example.com')).toBe(1000);
  clock.forward(3600);

  const withoutMail = await testServer();
  const other = await makeUser(withoutMail.sql, { passwordHash });
  const body = { password: PASSWORD, email: 'x@example.com' };
  expect(
    (await withoutMail.call('account/email/change', body, { token: await withoutMail.signedIn(other.id) })).code,
  ).toBe(1452);
});

test('drops the mail of a change that was cancelled meanwhile', async () => {
  const { id } = await makeUser(sql, { passwordHash });
  const token = await signedIn(id);
  await ask('account/email/change', { password: PASSWORD, email: 'later@example.com' }, { token });
  await ask('account/email/cancel', {}, { token });
  await sendMails(context);
  expect(mail.taken).toEqual([]);
  expect(await sql`select from mails`).toHaveLength(0);
});
