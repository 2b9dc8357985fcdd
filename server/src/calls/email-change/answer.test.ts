// email-change/answer: both sides and nobody else move an account, either ends it, and what was meant for the person goes along.
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
async function asked(to = `moved${++count}@example.com`) {
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
  'first the %s address agrees, then the %s one: the account has moved, other sessions end, both are told',
  async (first, second) => {
    const { id, email, token, to, links } = await asked();
    const elsewhere = await signedIn(id);
    expect(await ask('email-change/answer', { token: links[first], accepts: true })).toEqual({ state: 'waiting' });
    // Agreeing twice is not both.
    expect(await ask('email-change/answer', { token: links[first], accepts: true })).toEqual({ state: 'waiting' });
    expect(await signInCode(email)).toBe(200);
    expect(await ask('email-change/answer', { token: links[second], accepts: true })).toEqual({ state: 'changed' });
    expect([await signInCode(email), await signInCode(to)]).toEqual([401, 200]);
    expect((await ask('account/info', {}, { token })).email).toBe(to);
    await expect.poll(async () => (await call('account/info', {}, { token: elsewhere })).status).toBe(401);
    expect(await codeOf(links[first])).toBe(1531);
    await sendMails(context);
    expect(mail.taken.map((one) => one.to[0]).toSorted()).toEqual([email, to].toSorted());
    for (const { text } of mail.taken) expect(text).toContain(`The account ${email}`);
    const lines = await sql<{ after: { email: string } }[]>`
    select after from audit_log where action = 'email-change/answer' and object = ${`user ${id}`} order by id`;
    expect(lines.map(({ after }) => after.email)).toEqual(['agreed', 'agreed', 'changed']);
  },
);

test.each(['old', 'new'] as const)('the %s address ends it, after the other has agreed, too', async (side) => {
  const { email, links, token } = await asked();
  expect(await codeOf(links[side === 'old' ? 'new' : 'old'])).toBe(200);
  expect(await ask('email-change/answer', { token: links[side], accepts: false })).toEqual({ state: 'ended' });
  expect([await codeOf(links.old), await codeOf(links.new)]).toEqual([1531, 1531]);
  expect((await ask('account/info', {}, { token })).email).toBe(email);
});

test('after a day, with a newer link, and for an address that was taken meanwhile nothing moves', async () => {
  const late = await asked();
  clock.forward(24 * 3600);
  expect(await codeOf(late.links.old)).toBe(1531);

  const newer = await asked();
  await ask('account/email/change', { password: PASSWORD, email: newer.to }, { token: newer.token });
  expect(await codeOf(newer.links.new)).toBe(1531);

  const taken = await asked();
  expect(await codeOf(taken.links.old)).toBe(200);
  await makeUser(sql, { email: taken.to });
  expect(await codeOf(taken.links.new)).toBe(1531);
  expect((await ask('account/info', {}, { token: taken.token })).email).toBe(taken.email);
});

test('both links pressed at once at two servers: once moved', async () => {
  const { to, links } = await asked();
  const other = await beside();
  const answers = await Promise.all([
    call('email-change/answer', { token: links.old, accepts: true }),
    other.call('email-change/answer', { token: links.new, accepts: true }),
  ]);
  expect(answers.map(({ data }) => data.state).toSorted()).toEqual(['changed', 'waiting']);
  expect(await signInCode(to)).toBe(200);
});

test('two accounts that move to one address at once, at two servers: one of them has it, the other stays where it is', async () => {
  const [one, two] = [await asked('wanted@example.com'), await asked('wanted@example.com')];
  for (const { links } of [one, two]) expect(await codeOf(links.old)).toBe(200);
  const other = await beside();
  const answers = await Promise.all([
    call('email-change/answer', { token: one.links.new, accepts: true }),
    other.call('email-change/answer', { token: two.links.new, accepts: true }),
  ]);
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 1531]);
  const emails = await sql<{ email: string }[]>`select email from users where id in (${one.id}, ${two.id})`;
  const stays = answers[0]!.code === 200 ? two : one;
  expect(emails.map(({ email }) => email).toSorted()).toEqual(['wanted@example.com', stays.email].toSorted());
  expect(await signInCode(stays.email)).toBe(200);
});

test('what is known of the person by the address goes along, and what waited for the new one is theirs', async () => {
  const { id, email, token, to, links } = await asked();
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
