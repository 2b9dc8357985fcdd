// email-forget-password: the same response and work for every address, a link in the account's language and brand, few mails, and only the newest link valid.
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../test/factories.ts';
import { mailServer } from '../../test/mailServer.ts';
import { testServer } from '../../test/testServer.ts';
import { hashToken } from '../access/session.ts';
import { expireData } from '../jobs/expireData.ts';
import { sendMails } from '../notifications/sendMails.ts';

const mail = await mailServer();
const { call, ask, beside, clock, context, sql } = await testServer({
  SMTP_URL: mail.url,
  MAIL_FROM: 'portal@portal.example',
  PUBLIC_URL: 'https://portal.example',
});

const linkIn = (text: string) => new URL(/https:\S+/.exec(text)![0]);

test('mails a link that is stored only as a hash, and writes its audit line', async () => {
  const { id, email } = await makeUser(sql);
  await sql`update users set lan = 3 where id = ${id}`;
  await ask('email-forget-password', { email: email.toUpperCase() }, { address: '192.0.2.1' });
  expect(await sendMails(context)).toBe(1);
  const [got] = mail.taken.splice(0);
  expect(got!.to).toEqual([email]);
  expect(got!.subject).toBe('Heliograph: Neues Passwort wählen');
  expect(got!.headers.has('list-unsubscribe')).toBe(false);
  expect(got!.html).toContain('/resetPwd#token=');
  const link = linkIn(got!.text);
  expect(link.href).toMatch(/^https:\/\/portal\.example\/resetPwd#token=[\w-]{43}$/);
  const token = link.hash.slice('#token='.length);
  const [row] = await sql`select * from password_resets`;
  expect(row).toEqual({ email, tokenHash: hashToken(token), expiresAt: new Date('2026-06-15T10:30:00Z') });
  const [line] = await sql`select user_id, object, address, audit_log::text as text from audit_log`;
  expect(line).toMatchObject({ userId: id, object: 'password', address: '192.0.2.1' });
  expect(line!.text).not.toContain(token);
  // The content of the mail is not stored.
  expect(await sql`select from mails where text_part <> '' or html_part <> ''`).toHaveLength(0);
});

test('responds the same with the same rows for an address without an account, and sends no mail', async () => {
  const { email } = await makeUser(sql);
  const rowsOf = async (address: string) => ({
    resets: (await sql`select from password_resets where email = ${address}`).length,
    mails: (await sql`select from mails where to_email = ${address} and state = 'waiting'`).length,
    purposes:
      await sql`select purpose, about_sid, length(text_part) > 100 as says from mails where to_email = ${address}`,
  });
  const known = await call('email-forget-password', { email });
  const stranger = await call('email-forget-password', { email: 'nobody@example.com' });
  expect(stranger).toEqual(known);
  expect(await rowsOf('nobody@example.com')).toEqual(await rowsOf(email));
  expect(await sendMails(context)).toBe(1);
  expect(mail.taken.splice(0).map(({ to }) => to)).toEqual([[email]]);
  // Nothing is stored for an unknown address.
  expect(await sql`select from mails where to_email = 'nobody@example.com'`).toHaveLength(0);
});

test('sends no link to a frozen account, nor an expired one when a mail server is back', async () => {
  const frozen = await makeUser(sql);
  await sql`update users set frozen_at = now() where id = ${frozen.id}`;
  const late = await makeUser(sql);
  await ask('email-forget-password', { email: frozen.email });
  await ask('email-forget-password', { email: late.email });
  await mail.away();
  await sendMails(context);
  await mail.back();
  clock.forward(31 * 60);
  expect(await sendMails(context)).toBe(0);
  expect(mail.taken).toHaveLength(0);
  expect(await expireData(context)).toMatchObject({ resets: expect.any(Number) });
  expect(await sql`select from password_resets`).toHaveLength(0);
});

test('links to the page of the account’s brand', async () => {
  const companyId = await makeCompany(sql);
  await sql`update companies set brand_id = 1 where id = ${companyId}`;
  const { email } = await makeUser(sql, { companyId });
  await ask('email-forget-password', { email }, { address: '192.0.2.7' });
  await sendMails(context);
  const [got] = mail.taken.splice(0);
  expect(got!.subject).toBe('Northlight: Set a new password');
  expect(linkIn(got!.text).search).toBe('?title=northlight');
  await sql`insert into brand_hosts (host, brand_id, sort) values ('north.example', 1, 0)`;
  await ask('email-forget-password', { email }, { address: '192.0.2.7' });
  await sendMails(context);
  const { host, search } = linkIn(mail.taken.splice(0)[0]!.text);
  expect([host, search]).toEqual(['north.example', '']);
});

test('limits mails to five an hour per address and twenty per network, across all servers', async () => {
  await sql`truncate tries`;
  const other = await beside();
  const email = 'often@example.com';
  const codes = [];
  for (let n = 0; n < 6; n++)
    codes.push(
      (await (n % 2 ? other.call : call)('email-forget-password', { email }, { address: `192.0.2.${n}` })).code,
    );
  expect(codes).toEqual([200, 200, 200, 200, 200, 1000]);
  const fromOne = [];
  for (let n = 0; n < 21; n++) {
    const address = `2001:db8:1:1::${n.toString(16)}`;
    fromOne.push((await call('email-forget-password', { email: `n${n}@example.com` }, { address })).code);
  }
  expect(fromOne).toEqual([...new Array<number>(20).fill(200), 1000]);
  clock.forward(3601);
  expect((await call('email-forget-password', { email })).code).toBe(200);
});

test('refuses without a mail server', async () => {
  const { call } = await testServer();
  expect((await call('email-forget-password', { email: 'someone@example.com' })).code).toBe(1452);
});
