// email-change/answer: only both sides together move an account, either can cancel it, and data for the address move along.
import { beforeEach, expect, test } from 'vitest';
import { linkOf } from '../../../test/emailChanges.ts';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { mailServer } from '../../../test/mailServer.ts';
import { testServer } from '../../../test/testServer.ts';
import { hashPassword } from '../../accounts/passwords/passwords.ts';
import { sendMails } from '../../notifications/sendMails.ts';

const mail = await mailServer();
const { call, ask, beside, clock, context, sql, signedIn } = await testServer({
  SMTP_URL: mail.url,
  MAIL_FROM: 'portal@portal.example',
  PUBLIC_URL: 'https://portal.example',
});
const PASSWORD = 'a sentence about rain';
const passwordHash = await hashPassword(PASSWORD);

beforeEach(async () => {
  await sql`truncate tries`;
  mail.taken.length = 0;
});

let count = 0;
async function requestChange(to = `moved${++count}@example.com`) {
  const user = await makeUser(sql, { passwordHash });
  const token = await signedIn(user.id);
  await ask('account/email/change', { password: PASSWORD, email: to }, { token });
  await sendMails(context);
  const links = { old: linkOf(mail, user.email)!, new: linkOf(mail, to)! };
  mail.taken.length = 0;
  return { ...user, token, to, links };
}
const codeOf = async (token: string, accepts = true) => (await call('email-change/answer', { token, accepts })).code;
const signInCode = async (account: string) => (await call('sign-in', { account, password: PASSWORD })).code;

test.each([
  ['old', 'new'],
  ['new', 'old'],
] as const)(
  'moves the account, ends other sessions and notifies both when first the %s address agrees, then the %s one',
  async (first, second) => {
    const { id, email, token, to, links } = await requestChange();
    const elsewhere = await signedIn(id);
    expect(await ask('email-change/answer', { token: links[first], accepts: true })).toEqual({ state: 'waiting' });
    // Agreeing twice with one link is not both.
    expect(await ask('email-change/answer', { token: links[first], accepts: true })).toEqual({ state: 'waiting' });
    expect(await signInCode(email)).toBe(200);
    expect(await ask('email-change/answer', { token: links[second], accepts: true })).toEqual({ state: 'changed' });
    expect([await signInCode(email), await signInCode(to)]).toEqual([401, 200]);
    expect((await ask('account/info', {}, { token })).email).toBe(to);
    await expect.poll(async () => (await call('account/info', {}, { token: elsewhere })).status).toBe(401);
    expect(await codeOf(links[first])).toBe(1531);
    await sendMails(context);
    expect(mail.taken.map((one) => one.to[0]).toSorted()).toEqual([email, to].toSorted());
    for (const { text } of mail.taken) expect(text).toContain(`the account ${email}`);
    const lines = await sql<{ after: { email: string } }[]>`
    select after from audit_log where action = 'email-change/answer' and object = ${`user ${id}`} order by id`;
    expect(lines.map(({ after }) => after.email)).toEqual(['agreed', 'agreed', 'changed']);
  },
);

test.each(['old', 'new'] as const)('lets the %s address cancel it, also after the other has agreed', async (side) => {
  const { email, links, token } = await requestChange();
  expect(await codeOf(links[side === 'old' ? 'new' : 'old'])).toBe(200);
  expect(await ask('email-change/answer', { token: links[side], accepts: false })).toEqual({ state: 'ended' });
  expect([await codeOf(links.old), await codeOf(links.new)]).toEqual([1531, 1531]);
  expect((await ask('account/info', {}, { token })).email).toBe(email);
});

test('moves nothing after a day, with a newer link, or to an address taken meanwhile', async () => {
  const late = await requestChange();
  clock.forward(24 * 3600);
  expect(await codeOf(late.links.old)).toBe(1531);

  const newer = await requestChange();
  await ask('account/email/change', { password: PASSWORD, email: newer.to }, { token: newer.token });
  expect(await codeOf(newer.links.new)).toBe(1531);

  const existing = await requestChange();
  expect(await codeOf(existing.links.old)).toBe(200);
  await makeUser(sql, { email: existing.to });
  expect(await codeOf(existing.links.new)).toBe(1531);
  expect((await ask('account/info', {}, { token: existing.token })).email).toBe(existing.email);
});

test('moves the account once when both links are opened at once on two servers', async () => {
  const { to, links } = await requestChange();
  const other = await beside();
  const responses = await Promise.all([
    call('email-change/answer', { token: links.old, accepts: true }),
    other.call('email-change/answer', { token: links.new, accepts: true }),
  ]);
  expect(responses.map(({ data }) => data.state).toSorted()).toEqual(['changed', 'waiting']);
  expect(await signInCode(to)).toBe(200);
});

test('moves one of two accounts to the same address at once on two servers, and leaves the other', async () => {
  const [one, two] = [await requestChange('wanted@example.com'), await requestChange('wanted@example.com')];
  for (const { links } of [one, two]) expect(await codeOf(links.old)).toBe(200);
  const other = await beside();
  const responses = await Promise.all([
    call('email-change/answer', { token: one.links.new, accepts: true }),
    other.call('email-change/answer', { token: two.links.new, accepts: true }),
  ]);
  expect(responses.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 1531]);
  const emails = await sql<{ email: string }[]>`select email from users where id in (${one.id}, ${two.id})`;
  const stays = responses[0]!.code === 200 ? two : one;
  expect(emails.map(({ email }) => email).toSorted()).toEqual(['wanted@example.com', stays.email].toSorted());
  expect(await signInCode(stays.email)).toBe(200);
});

test('moves data known by the old address along, and hands over what waited for the new one', async () => {
  const { id, email, token, to, links } = await requestChange();
  const sid = await makeSite(sql);
  const waiting = await makeSite(sql);
  await sql`
    insert into site_offers (sid, kind, to_email, offered_by, offered_at, expires_at)
    values (${sid}, 'owner', ${email}, ${id}, now(), '2099-01-01')`;
  await sql`
    insert into report_recipients (sid, email, secret, added_at) values (${sid}, ${email}, 's', now()), (${sid}, ${to}, 't', now())`;
  await sql`update sites set invited_owner = ${to} where sid = ${waiting}`;
  await ask('email-forget-password', { email });
  for (const link of [links.old, links.new]) await codeOf(link);
  expect(await sql`select email from report_recipients where sid = ${sid}`).toEqual([{ email: to }]);
  expect((await ask('account/offers', {}, { token })).list.map((offer) => offer.sid)).toEqual([sid]);
  expect((await sql`select owner_id from sites where sid = ${waiting}`)[0]).toEqual({ ownerId: id });
  expect(await sql`select from password_resets where email = ${email}`).toHaveLength(0);
});
