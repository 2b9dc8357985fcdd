// sign-in/company: with a real provider; accounts, roles, and every invalid response.
import { generateKeyPairSync, sign } from 'node:crypto';
import { TERMS_VERSION } from '@heliograph/contract/limits.ts';
import { expect, test } from 'vitest';
import { startCompanySignInServer } from '../../../test/companySignInServer.ts';
import { giveRole, makeCompany, makeUser } from '../../../test/factories.ts';
import { ID_TOKEN_SECONDS, withoutSignature } from '../../../test/openIdProvider.ts';
import { HOME } from '../../../test/signInServer.ts';
import { makeSecondFactor } from '../../../test/signIns.ts';
import { hashPassword } from '../../accounts/passwords/passwords.ts';

const { ask, begin, call, clock, company, finish, provider, roles, signIn, signedIn, sql, subjects } =
  await startCompanySignInServer();
const { people, how } = provider;
let count = 0;
/** A user at the provider with a verified email address. */
function known(domain: string, more: object = {}) {
  const subject = `person${++count}`;
  const email = `${subject}@${domain}`;
  people.set(subject, { email, email_verified: true, name: `<b>Person ${count}</b>`, ...more });
  return { subject, email };
}

test('creates an account with the configured role at the first sign-in, and finds it again later', async () => {
  const { id, domain } = await company();
  const { subject, email } = known(domain);
  const first = await signIn(`someone.else@${domain}`, subject, '/pvPlant?x=1');
  expect(first).toMatchObject({
    code: 200,
    data: { redirect: '/pvPlant?x=1', userInfo: { email, companyId: id, role: roles.installer } },
  });
  const token = first.data.tokenInfo.token;
  const info = await ask('account/info', {}, { token });
  expect(info).toMatchObject({ contactPerson: `<b>Person ${count}</b>` });
  const second = await signIn(email, subject);
  expect(second.data.userInfo.uid).toBe(first.data.userInfo.uid);
  const { companies } = await ask('account/secondFactor', {}, { token });
  expect(companies).toMatchObject([{ companyId: id }]);
  const lines = await sql`
    select after, result from audit_log where action = 'sign-in/company' and user_id = ${first.data.userInfo.uid} order by id`;
  expect(lines).toMatchObject([
    { after: { companyId: id, isNew: true }, result: 'done' },
    { after: { companyId: id }, result: 'done' },
  ]);
});

test('asks once for consent to the terms before opening a session, and stores version and time', async () => {
  const { id, domain } = await company();
  const { subject, email } = known(domain);
  const { data, cookie } = await begin(email, '/pvPlant');
  const answer = await provider.signIn(data.url, subject);
  const { state } = answer as { state: string };
  expect((await finish(answer, cookie, { agreedTo: undefined })).code).toBe(1590);
  const [made] = await sql<{ id: number }[]>`select id from users where email = ${email}`;
  const stored = async () => ({
    sessions: (await sql`select from sessions where user_id = ${made!.id}`).length,
    consents: await sql`select version, agreed_at from consents where user_id = ${made!.id}`,
  });
  expect(await stored()).toEqual({ sessions: 0, consents: [] });
  // The provider's response is used up; another browser or other terms are refused.
  expect((await finish(answer, cookie, { agreedTo: undefined })).code).toBe(1538);
  expect((await finish({ state }, '')).code).toBe(1538);
  expect((await finish({ state }, cookie, { agreedTo: '2020-01-01' })).code).not.toBe(200);
  expect(await stored()).toEqual({ sessions: 0, consents: [] });
  expect(await finish({ state }, cookie)).toMatchObject({ code: 200, data: { redirect: '/pvPlant' } });
  const consents = [{ version: TERMS_VERSION, agreedAt: clock.now() }];
  expect(await stored()).toEqual({ sessions: 1, consents });
  expect((await finish({ state }, cookie)).code).toBe(1538);
  // Asked once; users who registered agreed then.
  const second = await begin(email);
  expect(
    (await finish(await provider.signIn(second.data.url, subject), second.cookie, { agreedTo: undefined })).code,
  ).toBe(200);
  expect(await stored()).toEqual({ sessions: 2, consents });

  // With a second step: neither is enough alone, and no consent is stored before both.
  const other = known(domain);
  const member = await makeUser(sql, { role: 'dealer', companyId: id, email: other.email });
  const next = await makeSecondFactor(sql, { userId: member.id, at: clock.now() });
  clock.forward(30);
  const third = await begin(other.email);
  const its = await provider.signIn(third.data.url, other.subject);
  expect((await finish(its, third.cookie, { agreedTo: undefined })).code).toBe(1590);
  const waiting = { state: its.state! };
  expect((await finish(waiting, third.cookie)).code).toBe(1492);
  expect((await finish(waiting, third.cookie, { agreedTo: undefined, secondStep: next })).code).toBe(1590);
  expect(await sql`select from consents where user_id = ${member.id}`).toHaveLength(0);
  expect((await finish(waiting, third.cookie, { secondStep: next })).code).toBe(200);
  expect(await sql`select from consents where user_id = ${member.id}`).toHaveLength(1);
});

test('stores no token of the provider in any table', async () => {
  const { domain } = await company();
  const { subject, email } = known(domain);
  expect((await signIn(email, subject)).code).toBe(200);
  const given = provider.given.at(-1)!;
  expect(Object.keys(given).toSorted()).toEqual(['access_token', 'id_token']);
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`;
  expect(tables.length).toBeGreaterThan(90);
  const holding: string[] = [];
  for (const { name } of tables)
    for (const text of [email, ...Object.values(given)]) {
      const patterns = [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64')].map(
        (one) => `%${one}%`,
      );
      const matches = await sql`select from ${sql(name)} t where t::text like any (${patterns}) limit 1`;
      if (matches.length > 0) holding.push(`${name} ${text === email ? 'address' : 'token'}`);
    }
  expect(holding).toContain('users address');
  expect(holding.filter((each) => each.endsWith('token'))).toEqual([]);
});

test('links an existing member once to one person, and no account of others', async () => {
  const { id, domain } = await company();
  const identity = known(domain);
  const member = await makeUser(sql, { role: 'dealer', companyId: id, email: identity.email });
  expect((await signIn(identity.email, identity.subject)).data.userInfo).toMatchObject({
    uid: member.id,
    role: roles.dealer,
  });
  // The address was reassigned to another person.
  people.set('successor', people.get(identity.subject)!);
  expect((await signIn(identity.email, 'successor')).code).toBe(1541);
  const elsewhere = known(domain);
  await makeUser(sql, { role: 'dealer', companyId: await makeCompany(sql), email: elsewhere.email });
  expect((await signIn(elsewhere.email, elsewhere.subject)).code).toBe(1541);
  // A user who lost this membership and has another one counts as unknown.
  await sql`
    insert into memberships (user_id, company_id, role_id, created_at)
    values (${member.id}, ${await makeCompany(sql)}, ${roles.dealer}, ${clock.now()})`;
  const admin = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  await ask('user/del', { uid: member.id, companyId: id }, { token: admin });
  expect((await signIn(identity.email, identity.subject)).code).toBe(1541);
  expect(await sql`select from company_identities where user_id = ${member.id}`).toHaveLength(0);
});

test.each<[string, object]>([
  ['not confirmed', { email_verified: false }],
  ['of another domain', { email: 'person@elsewhere.example' }],
  ['malformed but contains the domain', { email: 'person@firm1.example/elsewhere.example' }],
  ['of a domain with the same ending', { email: 'person@evil-firm.example' }],
  ['missing', { email: undefined }],
])('refuses an email address that is %s', async (_, claims) => {
  const { domain } = await company();
  const { subject, email } = known(domain, claims);
  expect((await signIn(email, subject)).code).toBe(1540);
  expect(await sql`select from users where email like ${`${subject}@%`}`).toHaveLength(0);
});

test('accepts a response once, in the browser that was sent, within ten minutes', async () => {
  const { domain } = await company();
  const { subject, email } = known(domain);
  const { answer, cookie, code } = await signIn(email, subject);
  expect(code).toBe(200);
  expect((await finish(answer, cookie)).code).toBe(1538);
  const other = await begin(email);
  const its = await provider.signIn(other.data.url, subject);
  expect((await finish(its, '')).code).toBe(1538);
  expect((await finish(its, cookie)).code).toBe(1538);
  expect((await finish({ ...its, state: 'made up' }, other.cookie)).code).toBe(1538);
  // The code of another visit in the same browser.
  const third = await begin(email, '', other.cookie);
  const mixed = await provider.signIn(third.data.url, subject);
  expect((await finish({ ...mixed, code: its.code! }, third.cookie)).code).toBe(1539);
  // That visit is still valid for its own user.
  expect((await finish(its, other.cookie)).code).toBe(200);
  const late = await begin(email);
  const answered = await provider.signIn(late.data.url, subject);
  clock.forward(601);
  expect((await finish(answered, late.cookie)).code).toBe(1538);
});

const signedByAnother = (idToken: string): string => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signed = idToken.slice(0, idToken.lastIndexOf('.'));
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
};

test.each<
  [string, { twist?: (idToken: string) => string; change?: object; later?: number; nonce?: string; says?: object }]
>([
  ['unsigned (alg none)', { twist: withoutSignature }],
  ['signed by another key', { twist: signedByAnother }],
  ['of another issuer', { change: { iss: 'https://other.example' } }],
  ['for another visit (nonce)', { nonce: 'another' }],
  ['for another client (aud)', { says: { aud: 'another-client' } }],
  ['expired', { later: ID_TOKEN_SECONDS + 60 }],
  ['a refusal', { change: { error: 'access_denied' } }],
  ['without a code', { change: { code: undefined } }],
])('refuses a response that is %s', async (_, { twist, change = {}, later = 0, nonce, says = {} }) => {
  const { domain } = await company();
  const { subject, email } = known(domain);
  const { data, cookie } = await begin(email);
  const answer = await provider.signIn(data.url, subject);
  Object.assign(how, { twist, says });
  if (nonce) await sql`update company_visits set nonce = ${nonce} where answered_at is null`;
  clock.forward(later);
  expect((await finish({ ...answer, ...change }, cookie)).code).toBe(1539);
  how.twist = undefined;
  expect(await sql`select from users where email = ${email}`).toHaveLength(0);
});

test('refuses frozen accounts and memberships, closed companies and removed settings', async () => {
  const { id, domain, set, token } = await company();
  const one = known(domain);
  const { uid } = (await signIn(one.email, one.subject)).data.userInfo;
  await sql`update users set frozen_at = now() where id = ${uid}`;
  expect((await signIn(one.email, one.subject)).code).toBe(1001);
  await sql`update users set frozen_at = null where id = ${uid}`;
  await sql`update memberships set frozen_at = now() where user_id = ${uid}`;
  expect((await signIn(one.email, one.subject)).code).toBe(1001);
  await sql`update memberships set frozen_at = null where user_id = ${uid}`;
  const underWay = async (meanwhile: () => Promise<unknown>) => {
    const { data, cookie } = await begin(one.email);
    const answer = await provider.signIn(data.url, one.subject);
    await meanwhile();
    return (await finish(answer, cookie)).code;
  };
  expect(await underWay(() => set({ clientId: 'another' }))).toBe(1538);
  await set();
  expect(await underWay(() => ask('user/company/signIn/del', { id }, { token }))).toBe(1537);
  expect((await begin(one.email)).code).toBe(1537);

  const closed = await company();
  const two = known(closed.domain);
  const admin = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  const { data, cookie } = await begin(two.email);
  const answer = await provider.signIn(data.url, two.subject);
  await ask('user/company/del', { id: closed.id }, { token: admin });
  expect((await finish(answer, cookie)).code).toBe(1537);
});

test('requires the account’s second step unless the provider does it, and always for administrators', async () => {
  const { id, domain, set } = await company();
  const { subject, email } = known(domain);
  const member = await makeUser(sql, { role: 'dealer', companyId: id, email });
  const next = await makeSecondFactor(sql, { userId: member.id, at: clock.now() });
  const { code, answer, cookie } = await signIn(email, subject);
  expect(code).toBe(1492);
  const { state } = answer as { state: string };
  clock.forward(30);
  expect((await finish({ state }, cookie, { secondStep: '000000' })).code).toBe(1493);
  expect((await finish({ state }, '', { secondStep: next })).code).toBe(1538);
  expect((await finish({ state }, cookie, { secondStep: next })).data.userInfo.uid).toBe(member.id);
  expect((await finish({ state }, cookie, { secondStep: next })).code).toBe(1538);
  await set({ hasSecondStep: true });
  expect((await signIn(email, subject)).code).toBe(200);
  const [session] = await sql`select second_factor from sessions where user_id = ${member.id} order by id desc limit 1`;
  expect(session).toEqual({ secondFactor: 'provider' });
  await giveRole(sql, member.id, 'administrator');
  expect((await signIn(email, subject)).code).toBe(1492);
});

test('counts the provider’s second step only if its signed statement says so, where required', async () => {
  const { id, domain, set } = await company();
  await set({ hasSecondStep: true, tellsSecondStep: true });
  const { subject, email } = known(domain);
  const member = await makeUser(sql, { role: 'dealer', companyId: id, email });
  const factorOf = async () => {
    const [session] = await sql<{ secondFactor: string | null }[]>`
      select second_factor from sessions where user_id = ${member.id} order by id desc limit 1`;
    return session!.secondFactor;
  };
  const says = (word: object) => {
    how.says = word;
  };
  // Silent, one factor or unknown words count as a password alone.
  for (const word of [{}, { amr: ['pwd'] }, { amr: ['hwk'] }, { amr: ['superb'] }, { acr: '0' }]) {
    says(word);
    expect((await signIn(email, subject)).code).toBe(200);
    expect(await factorOf()).toBeNull();
  }
  for (const word of [{ amr: ['pwd', 'otp'] }, { amr: ['mfa'] }, { acr: 'phr' }]) {
    says(word);
    expect((await signIn(email, subject)).code).toBe(200);
    expect(await factorOf()).toBe('provider');
  }
  // Then the account's own second step is not required; otherwise it is.
  const next = await makeSecondFactor(sql, { userId: member.id, at: clock.now() });
  expect((await signIn(email, subject)).code).toBe(200);
  says({ amr: ['pwd'] });
  const { code, answer, cookie } = await signIn(email, subject);
  expect(code).toBe(1492);
  clock.forward(30);
  expect((await finish({ state: answer.state! }, cookie, { secondStep: next })).code).toBe(200);
  expect(await factorOf()).toBe('code');
  // Its statement remains valid beyond the page where the user agrees to the terms.
  says({ amr: ['mfa'] });
  await sql`delete from consents where user_id = ${member.id}`;
  const begun = await begin(email);
  const its = await provider.signIn(begun.data.url, subject);
  expect((await finish(its, begun.cookie, { agreedTo: undefined })).code).toBe(1590);
  expect((await finish({ state: its.state! }, begun.cookie)).code).toBe(200);
  expect(await factorOf()).toBe('provider');
});

test('keeps the session in its company, and allows a company to require its own sign-in', async () => {
  const PASSWORD = 'the password of a test';
  const { id, domain, set, boss } = await company();
  const { subject, email } = known(domain);
  const member = await makeUser(sql, {
    role: 'dealer',
    companyId: id,
    email,
    passwordHash: await hashPassword(PASSWORD),
  });
  const elsewhere = await makeCompany(sql);
  await sql`insert into memberships (user_id, company_id, role_id) values (${member.id}, ${elsewhere}, ${roles.dealer})`;
  const { token } = (await signIn(email, subject)).data.tokenInfo;
  expect((await call('account/switchCompany', { companyId: elsewhere }, { token })).code).toBe(1542);
  const byPassword = () => call('sign-in', { account: email, password: PASSWORD }, { address: HOME });
  expect((await byPassword()).data.userInfo.companyId).toBe(id);
  await set({ allowsOtherWays: false });
  // Into the other company, but not from there to this one.
  const { data } = await byPassword();
  expect(data.userInfo.companyId).toBe(elsewhere);
  expect((await call('account/switchCompany', { companyId: id }, { token: data.tokenInfo.token })).code).toBe(1542);
  await sql`delete from memberships where company_id = ${elsewhere}`;
  expect((await byPassword()).code).toBe(1542);
  expect((await call('sign-in', { account: email, password: 'wrong' }, { address: HOME })).code).toBe(401);
  expect((await signIn(email, subject)).code).toBe(200);
  // Its manager can repair the settings when the provider is unavailable.
  await sql`update memberships set is_company_owner = true where user_id = ${boss.id}`;
  await sql`update users set password_hash = ${await hashPassword(PASSWORD)} where id = ${boss.id}`;
  expect((await call('sign-in', { account: boss.email, password: PASSWORD }, { address: HOME })).code).toBe(200);
});

test('notifies the user of a sign-in that looks new', async () => {
  const { domain } = await company();
  const { subject, email } = known(domain);
  const { uid } = (await signIn(email, subject)).data.userInfo;
  await sql`update sign_in_networks set network = '192.0.2.1' where user_id = ${uid}`;
  await signIn(email, subject);
  expect(await subjects()).toEqual(['New sign-in to your account']);
});
