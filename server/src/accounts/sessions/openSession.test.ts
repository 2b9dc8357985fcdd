// Tests the notice of a new sign-in: sent by mail, for a network or a program that the account has not used, and never many.
import { beforeEach, expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { mailServer } from '../../../test/mailServer.ts';
import { testServer } from '../../../test/testServer.ts';
import { sendMails } from '../../notifications/sendMails.ts';
import { hashPassword } from '../passwords/passwords.ts';

const mail = await mailServer();
const { ask, call, clock, context, sql } = await testServer({
  SMTP_URL: mail.url,
  MAIL_FROM: 'portal@portal.example',
  PUBLIC_URL: 'https://portal.example',
});
const PASSWORD = 'the password of a test';
const passwordHash = await hashPassword(PASSWORD);
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0';
const NEWER_FIREFOX = FIREFOX.replaceAll('150', '151');
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/20.0 Safari/604.1';
const HOME = '198.51.100.7';

beforeEach(async () => {
  await sql`truncate tries`;
  mail.taken.length = 0;
});

async function signInFrom(account: string, address: string, client: string): Promise<void> {
  await ask('sign-in', { account, password: PASSWORD }, { address, headers: { 'user-agent': client } });
}
async function mailTexts(): Promise<string[]> {
  await sendMails(context);
  return mail.taken.splice(0).map(({ text }) => text);
}

test('mails no notice of the first sign-in, and one of each new program and network', async () => {
  const { email } = await makeUser(sql, { passwordHash });
  await signInFrom(email, HOME, FIREFOX);
  await signInFrom(email, HOME, NEWER_FIREFOX);
  expect(await mailTexts()).toEqual([]);
  await signInFrom(email, HOME, SAFARI);
  await signInFrom(email, '203.0.113.9', FIREFOX);
  const [second, first, ...more] = (await mailTexts()).toSorted(
    (a, b) => Number(a.includes('iPhone')) - Number(b.includes('iPhone')),
  );
  expect(more).toEqual([]);
  for (const part of ['Safari, iPhone', HOME, 'Jun 15, 10:00 UTC', 'https://portal.example/forgetPwd'])
    expect(first).toContain(part);
  expect(second).toContain('Firefox, Windows');
  expect(second).toContain('203.0.113.9');
  await signInFrom(email, HOME, SAFARI);
  await signInFrom(email, '203.0.113.9', FIREFOX);
  expect(await mailTexts()).toEqual([]);
  // A program or network that was not used for 90 days is new again.
  clock.forward(91 * 86_400);
  await signInFrom(email, HOME, FIREFOX);
  expect(await mailTexts()).toHaveLength(1);
});

test('writes the notice in the language of the account, with the portal in the subject', async () => {
  const { id, email } = await makeUser(sql, { passwordHash });
  await sql`update users set lan = 3 where id = ${id}`;
  await signInFrom(email, HOME, FIREFOX);
  await signInFrom(email, '203.0.113.10', '');
  await sendMails(context);
  expect(mail.taken.map(({ subject }) => subject)).toEqual(['Heliograph: Neue Anmeldung bei Ihrem Konto']);
  expect(mail.taken[0]!.text).toContain('Unbekanntes Programm');
});

test('mails at most five notices a day, and none of a wrong password', async () => {
  const { email } = await makeUser(sql, { passwordHash });
  await signInFrom(email, HOME, FIREFOX);
  for (let host = 1; host <= 8; host++) await signInFrom(email, `203.0.113.${host}`, FIREFOX);
  expect(await mailTexts()).toHaveLength(5);
  clock.forward(86_401);
  await call('sign-in', { account: email, password: 'wrong' }, { address: '203.0.113.99' });
  expect(await mailTexts()).toEqual([]);
  await signInFrom(email, '203.0.113.100', FIREFOX);
  expect(await mailTexts()).toHaveLength(1);
});

test('compares only networks for an account without recorded programs', async () => {
  const { id, email } = await makeUser(sql, { passwordHash });
  await sql`insert into sign_in_networks (user_id, network, used_at) values (${id}, ${HOME}, ${clock.now()})`;
  await signInFrom(email, HOME, FIREFOX);
  expect(await mailTexts()).toEqual([]);
  await signInFrom(email, HOME, SAFARI);
  expect(await mailTexts()).toHaveLength(1);
});

test('stores the fifty newest programs of an account', async () => {
  const { id, email } = await makeUser(sql, { passwordHash });
  for (let n = 0; n < 52; n++) {
    clock.forward(60);
    await sql`insert into sign_in_devices (user_id, device, used_at) values (${id}, ${`program${n}`}, ${clock.now()})`;
  }
  await signInFrom(email, HOME, FIREFOX);
  const rows = await sql<
    { device: string }[]
  >`select device from sign_in_devices where user_id = ${id} order by used_at`;
  expect(rows).toHaveLength(50);
  expect([rows[0]!.device, rows.at(-1)!.device]).toEqual(['program3', 'Firefox, Windows']);
});
