// sign-up: owners, businesses and installer companies with a mailed code; guesses, old terms, used addresses and closed brands are refused.
import { TERMS_VERSION } from '@heliograph/contract/limits.ts';
import { beforeEach, expect, test } from 'vitest';
import { makeCompany, makeSite, makeUser, rootCompany } from '../../test/factories.ts';
import { mailServer } from '../../test/mailServer.ts';
import { testServer } from '../../test/testServer.ts';
import { sendMails } from '../notifications/sendMails.ts';

const mail = await mailServer();
const settings = { SMTP_URL: mail.url, MAIL_FROM: 'portal@portal.example', PUBLIC_URL: 'https://portal.example' };
const { call, ask, beside, clock, context, sql, signedIn } = await testServer(settings);

beforeEach(async () => {
  await sql`truncate tries`;
  mail.taken.length = 0;
});

const PASSWORD = 'a sentence about rain';
const form = (email: string, code: string, given: object = {}) => ({
  kind: 'owner' as const,
  email,
  code,
  password: PASSWORD,
  contactPerson: 'Ada',
  countryCode: 'DE',
  agreedTo: TERMS_VERSION,
  ...given,
});
async function codeFor(email: string): Promise<string> {
  await ask('sign-up/code', { email });
  await sendMails(context);
  return /\b(\d{6})\b/.exec(mail.taken.splice(0).at(-1)!.text)![1]!;
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

test('creates an owner without a company, with consent and the plants that waited for the address', async () => {
  const sid = await makeSite(sql);
  await sql`update sites set invited_owner = 'ada@example.com' where sid = ${sid}`;
  const code = await codeFor('ada@example.com');
  const body = form('Ada@Example.com', code, { contactNumber: '+49 7531 1', StateCode: 'DE-BW', city: 'Konstanz' });
  await ask('sign-up', body, { headers: { lan: '3' }, address: '192.0.2.5' });
  const { userInfo, tokenInfo, siteCount } = await ask('sign-in', { account: 'ada@example.com', password: PASSWORD });
  expect(userInfo).toMatchObject({
    groupName: 'Owner',
    companyId: await rootCompany(sql),
    isCompanyOwner: 0,
    country: 'DE',
  });
  expect(siteCount).toBe(1);
  const info = await ask('account/info', {}, { token: tokenInfo.token });
  expect(info).toMatchObject({
    contactPerson: 'Ada',
    contactNumber: '+49 7531 1',
    StateCode: 'DE-BW',
    city: 'Konstanz',
  });
  expect(await sql`select lan, business_name from users where id = ${userInfo.uid}`).toEqual([
    { lan: 3, businessName: '' },
  ]);
  expect(await sql`select * from consents`).toEqual([
    { userId: userInfo.uid, version: TERMS_VERSION, agreedAt: clock.now() },
  ]);
  const [line] = await sql`
    select user_id, object, address, after, audit_log::text as text from audit_log where action = 'sign-up'`;
  expect(line).toMatchObject({ userId: userInfo.uid, object: `user ${userInfo.uid}`, address: '192.0.2.5' });
  expect(line!.after).toEqual({ kind: 'owner', agreedTo: TERMS_VERSION });
  expect(line!.text).not.toMatch(new RegExp(`${code}|${PASSWORD}|argon2`));
  // The code is used up.
  expect((await call('sign-up', form('ada@example.com', code))).code).toBe(1436);
});

test('gives an installer a company below the brand’s top company, with access to its own branch only', async () => {
  const foreign = await makeSite(sql, { companyId: await makeCompany(sql) });
  const code = await codeFor('sun@example.com');
  const body = form('sun@example.com', code, { kind: 'installer', companyName: 'Sun & Sons <b>' });
  await ask('sign-up', body);
  const { userInfo, tokenInfo } = await ask('sign-in', { account: 'sun@example.com', password: PASSWORD });
  expect(userInfo).toMatchObject({ groupName: 'Installer', isCompanyOwner: 1 });
  const [company] = await sql`
    select parent_id, kind, name, brand_id, is_confirmed from companies where id = ${userInfo.companyId}`;
  expect(company).toEqual({
    parentId: await rootCompany(sql),
    kind: 'installer',
    name: 'Sun & Sons <b>',
    brandId: 0,
    isConfirmed: false,
  });
  const token = tokenInfo.token;
  expect((await call('site/detail', { sid: foreign }, { token })).code).toBe(1005);
  const mine = await makeSite(sql, { companyId: userInfo.companyId });
  const { list } = await ask('site/listWithSN', {}, { token });
  expect(list.map(({ sid }) => sid)).toEqual([mine]);
});

test('creates a business account that owns plants in its name, without a company', async () => {
  const code = await codeFor('farm@example.com');
  expect((await call('sign-up', form('farm@example.com', code, { kind: 'business' }))).code).toBe(400);
  await ask('sign-up', form('farm@example.com', code, { kind: 'business', companyName: 'Farm Ltd' }));
  const { userInfo, tokenInfo } = await ask('sign-in', { account: 'farm@example.com', password: PASSWORD });
  expect(userInfo).toMatchObject({ groupName: 'Owner', companyId: await rootCompany(sql) });
  expect(await sql`select from companies where name = 'Farm Ltd'`).toHaveLength(0);
  const { token } = tokenInfo;
  expect((await ask('account/info', {}, { token })).businessName).toBe('Farm Ltd');
  await ask('account/update', { businessName: 'Farm & Sons' }, { token });
  expect((await ask('account/info', {}, { token })).businessName).toBe('Farm & Sons');
});

test('expires a code after five wrong attempts, also concurrent ones, and after ten minutes', async () => {
  const email = 'guessed@example.com';
  const code = await codeFor(email);
  const guesses = await Promise.all(
    Array.from({ length: 12 }, async () => (await call('sign-up', form(email, wrong(code)))).code),
  );
  expect(new Set(guesses)).toEqual(new Set([1436]));
  expect(await sql`select tries from sign_up_codes where email = ${email}`).toEqual([{ tries: 5 }]);
  expect((await call('sign-up', form(email, code))).code).toBe(1436);
  const second = await codeFor(email);
  clock.forward(600);
  expect((await call('sign-up', form(email, second))).code).toBe(1436);
  const third = await codeFor(email);
  clock.forward(599);
  expect((await call('sign-up', form(email, third))).code).toBe(200);
});

test('creates one account for two concurrent registrations of one address on two servers', async () => {
  const email = 'twice@example.com';
  const code = await codeFor(email);
  const other = await beside();
  const bodies = ['One Ltd', 'Two Ltd'].map((companyName) => form(email, code, { kind: 'installer', companyName }));
  const codes = await Promise.all(bodies.map(async (body, n) => (await (n ? other.call : call)('sign-up', body)).code));
  expect(new Set(codes)).toEqual(new Set([200, 1436]));
  expect(await sql`select from users where email = ${email}`).toHaveLength(1);
  expect(await sql`select from companies where name in ('One Ltd', 'Two Ltd')`).toHaveLength(1);
});

test('refuses an address with an account like a wrong code, whatever code is sent', async () => {
  const { id, email } = await makeUser(sql);
  await ask('sign-up/code', { email });
  await sendMails(context);
  const known = await call('sign-up', form(email, '123456'));
  const stranger = await call('sign-up', form('nobody@example.com', '123456'));
  expect(known).toEqual(stranger);
  expect(known.code).toBe(1436);
  // Created by someone else between the code and the form.
  const code = await codeFor('meanwhile@example.com');
  await makeUser(sql, { email: 'meanwhile@example.com' });
  expect((await call('sign-up', form('meanwhile@example.com', code))).code).toBe(1436);
  expect((await ask('account/info', {}, { token: await signedIn(id) })).email).toBe(email);
});

test('refuses old terms, unknown countries and states and unsuitable passwords, and keeps the code valid', async () => {
  const email = 'unfit@example.com';
  const code = await codeFor(email);
  const refused = async (given: object) => (await call('sign-up', form(email, code, given))).code;
  expect(await refused({ agreedTo: '2020-01-01' })).toBe(1437);
  expect(await refused({ countryCode: 'XX' })).toBe(1014);
  expect(await refused({ StateCode: 'FR-IDF' })).toBe(400);
  expect(await refused({ password: 'short' })).toBe(400);
  expect(await refused({ password: 'Password1' })).toBe(1341);
  expect(await refused({ password: 'unfit@example.com' })).toBe(1342);
  expect(await refused({ password: 'Heliograph' })).toBe(1343);
  expect(await refused({})).toBe(200);
});

test('limits a network to sixty registrations an hour, and refuses all of a closed brand', async () => {
  const codes = [];
  for (let n = 0; n < 61; n++)
    codes.push((await call('sign-up', form(`n${n}@example.com`, '123456', { agreedTo: 'x' }))).code);
  expect(codes.at(-1)).toBe(1000);
  const closed = await testServer({ ...settings, BRAND: '1' });
  expect((await closed.call('sign-up', form('new@example.com', '123456'))).code).toBe(1435);
});
