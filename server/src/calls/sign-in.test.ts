// sign-in: the shapes public API clients read, the same response for known and unknown accounts, and limits.
import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { makeCompany, makeSite, makeUser } from '../../test/factories.ts';
import { makeApiToken, makeSecondFactor, SECOND_FACTOR_KEY } from '../../test/signIns.ts';
import { testServer } from '../../test/testServer.ts';
import { hashPassword } from '../accounts/passwords/passwords.ts';
import { countAttempts } from '../platform/limits/rateLimits.ts';

const { app, call, ask, sql, clock, context, signedIn } = await testServer({
  PUBLIC_URL: 'https://solar.example.com',
  BRAND: '3',
  SECOND_FACTOR_KEY,
});
const passwordHash = await hashPassword('right one');

test('returns the user, a token of 12 hours and the number of plants', async () => {
  const companyId = await makeCompany(sql);
  const user = await makeUser(sql, { role: 'installer', companyId, email: 'ines@example.com', passwordHash });
  await makeSite(sql, { companyId });
  await makeSite(sql);
  const response = await call('sign-in', { account: ' Ines@Example.com ', password: 'right one' });
  expect(response).toMatchObject({ status: 200, code: 200, msg: 'Success' });
  const { userInfo, tokenInfo, siteCount } = response.data;
  expect(siteCount).toBe(1);
  expect(tokenInfo).toEqual({
    token: expect.stringMatching(/^[\w-]{14}\.[\w-]{14}\.[\w-]{15}$/),
    expiresAt: clock.now().getTime() / 1000 + 43_200,
    duration: 43_200,
  });
  expect(userInfo).toEqual({
    uid: user.id,
    email: 'ines@example.com',
    country: '',
    state: '',
    role: expect.any(Number),
    groupId: userInfo.role,
    groupName: 'Installer',
    scope: 'branch',
    headerImg: '',
    fullHeaderImg: '',
    defaultArea: '',
    companyId,
    isCompanyOwner: 0,
    oemid: 0,
    oemweb: 'https://solar.example.com',
  });
  expect((await ask('account/info', {}, { token: tokenInfo.token })).email).toBe('ines@example.com');
});

test('stores neither token nor password in plain text', async () => {
  const response = await app.inject({
    method: 'POST',
    url: '/v2/sign-in',
    payload: JSON.stringify({ account: 'ines@example.com', password: 'right one' }),
  });
  const { token } = response.json().data.tokenInfo;
  const [session] = await sql`select 1 from sessions where token_hash = ${Buffer.from(token)}`;
  expect(session).toBeUndefined();
  expect(response.body).not.toContain('argon2');
});

test('keeps the first session on a second sign-in', async () => {
  const credentials = { account: 'ines@example.com', password: 'right one' };
  const first = await ask('sign-in', credentials);
  const second = await ask('sign-in', credentials);
  for (const { tokenInfo } of [first, second])
    expect((await call('account/info', {}, { token: tokenInfo.token })).code).toBe(200);
});

test('ends any session sent with the sign-in, but not an API token', async () => {
  const user = await makeUser(sql, { email: 'again@example.com', passwordHash });
  const other = await makeUser(sql);
  const who = { account: 'again@example.com', password: 'right one' };
  const [own, others] = [await signedIn(user.id), await signedIn(other.id)];
  const { token: program } = await makeApiToken(sql, { userId: user.id, at: clock.now() });
  // A failed attempt does not end it.
  expect((await call('sign-in', { ...who, password: 'wrong one' }, { token: own })).code).not.toBe(200);
  expect((await call('account/info', {}, { token: own })).status).toBe(200);
  for (const token of [own, others, program]) {
    const { tokenInfo } = await ask('sign-in', who, { token });
    expect(tokenInfo.token).not.toBe(token);
    expect((await call('account/info', {}, { token: tokenInfo.token })).status).toBe(200);
  }
  for (const ended of [own, others])
    await expect.poll(async () => (await call('account/info', {}, { token: ended })).status).toBe(401);
  expect((await call('account/info', {}, { token: program })).status).toBe(200);
});

test('responds the same to a wrong password, an unknown account and one without a password', async () => {
  await makeUser(sql, { email: 'nopassword@example.com' });
  const responses = [];
  for (const account of ['ines@example.com', 'nobody@example.com', 'nopassword@example.com'])
    responses.push(await call('sign-in', { account, password: 'nobody' }));
  expect(responses[0]).toEqual({ status: 200, code: 401, msg: 'Wrong account or password.', data: {} });
  expect(responses[1]).toEqual(responses[0]);
  expect(responses[2]).toEqual(responses[0]);
});

test('reveals that an account is frozen only with the correct password', async () => {
  const { id } = await makeUser(sql, { email: 'frozen@example.com', passwordHash });
  await sql`update users set frozen_at = now() where id = ${id}`;
  expect((await call('sign-in', { account: 'frozen@example.com', password: 'wrong' })).code).toBe(401);
  expect((await call('sign-in', { account: 'frozen@example.com', password: 'right one' })).code).toBe(1001);
});

test('refuses the eleventh failed attempt with the seconds to wait, even with the correct password', async () => {
  await makeUser(sql, { email: 'guessed@example.com', passwordHash });
  const guess = (password: string) => call('sign-in', { account: 'guessed@example.com', password });
  const codes = (await Promise.all(Array.from({ length: 12 }, () => guess('wrong')))).map(({ code }) => code);
  expect(codes.filter((code) => code === 401)).toHaveLength(10);
  expect(codes.filter((code) => code === 1000)).toHaveLength(2);
  const refused = await guess('right one');
  expect(refused).toMatchObject({ status: 200, code: 1000, msg: expect.stringMatching(/in \d+ seconds/) });
});

test('forgets failed attempts after a success', async () => {
  await makeUser(sql, { email: 'clumsy@example.com', passwordHash });
  const attempt = async (password: string) => (await call('sign-in', { account: 'clumsy@example.com', password })).code;
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 6; n++) expect(await attempt('wrong')).toBe(401);
    expect(await attempt('right one')).toBe(200);
  }
});

test('limits one network that tries passwords on many accounts', async () => {
  // Each attempt costs a password hash, so most of them are only counted.
  const address = '198.51.100.99';
  await countAttempts(context, { signInAddress: address }, 180);
  const codes = [];
  for (let n = 0; n < 22; n++)
    codes.push((await call('sign-in', { account: `guess${n}@example.com`, password: 'x' }, { address })).code);
  expect(codes).toEqual([...Array(20).fill(401), 1000, 1000]);
});

test('does not lock out the owner after a hundred failed attempts from ten networks', async () => {
  const { id } = await makeUser(sql, { email: 'besieged@example.com', passwordHash });
  const from = async (address: string, password: string) =>
    (await call('sign-in', { account: 'besieged@example.com', password }, { address })).code;
  const home = '198.51.100.7';
  expect(await from(home, 'right one')).toBe(200);
  // A hash that is fast to compare, as it is compared a hundred times.
  const quick = await hash('right one', { memoryCost: 8, timeCost: 1, parallelism: 1 });
  await sql`update users set password_hash = ${quick} where id = ${id}`;
  for (let host = 1; host <= 10; host++)
    for (let n = 0; n < 10; n++) expect(await from(`203.0.113.${host}`, 'wrong')).toBe(401);
  expect(await from('192.0.2.77', 'right one')).toBe(200);
  expect(await from(home, 'right one')).toBe(200);
  // Also when many more have used up the budget of strangers.
  await countAttempts(context, { signInStrangers: 'besieged@example.com' }, 1000);
  expect(await from('192.0.2.78', 'right one')).toBe(200);
  expect(await from(home, 'right one')).toBe(200);
  // A network that has used up its own budget gets no more of the shared one.
  clock.forward(901);
  expect(await from('203.0.113.1', 'right one')).toBe(1000);
});

test('counts all addresses of one IPv6 network as one', async () => {
  await makeUser(sql, { email: 'six@example.com', passwordHash });
  const codes = [];
  for (let host = 1; host <= 12; host++) {
    const address = `2001:db8:0:7::${host.toString(16)}`;
    codes.push((await call('sign-in', { account: 'six@example.com', password: 'wrong' }, { address })).code);
  }
  expect(codes).toEqual([...Array(10).fill(401), 1000, 1000]);
  const next = await call(
    'sign-in',
    { account: 'six@example.com', password: 'right one' },
    { address: '2001:db8:0:8::1' },
  );
  expect(next.code).toBe(200);
});

test('treats an IPv4-mapped IPv6 address as the IPv4 address', async () => {
  await makeUser(sql, { email: 'clothes@example.com', passwordHash });
  const codes = [];
  for (let n = 0; n < 12; n++) {
    const address = n % 2 === 0 ? '192.0.2.99' : '::ffff:192.0.2.99';
    codes.push((await call('sign-in', { account: 'clothes@example.com', password: 'wrong' }, { address })).code);
  }
  expect(codes.filter((code) => code === 1000)).toHaveLength(2);
});

test('refuses a sign-in in progress when the password changes', async () => {
  const { id, email } = await makeUser(sql, { email: 'changing@example.com', passwordHash });
  let survived = 0;
  for (let round = 0; round < 12; round++) {
    await sql`update users set password_hash = ${passwordHash} where id = ${id}`;
    await sql`truncate tries`;
    const token = await signedIn(id);
    const credentials = { account: email, password: 'right one' };
    const [changed, ...opened] = await Promise.all([
      call('account/updatePassword', { password: 'right one', newPassword: `newer one ${round}` }, { token }),
      ...[1, 2, 3].map((n) => call('sign-in', credentials, { address: `192.0.2.${n}` })),
    ]);
    expect(changed.code).toBe(200);
    for (const { code, data } of opened) {
      if (code !== 200) continue;
      const after = await call('account/info', {}, { token: data.tokenInfo.token });
      if (after.code === 200) survived++;
    }
    const rows = await sql`select from sessions where user_id = ${id}`;
    expect(rows).toHaveLength(1);
  }
  expect(survived).toBe(0);
});

test('accepts a password typed with surrounding spaces', async () => {
  await makeUser(sql, { email: 'spaces@example.com', passwordHash });
  expect(
    (await call('sign-in', { account: 'spaces@example.com', password: ' right one ' }, { address: '192.0.2.200' }))
      .code,
  ).toBe(200);
});

test('responds to v1/sign-in like v2/sign-in, errors included', async () => {
  const credentials = { account: 'ines@example.com', password: 'right one' };
  const address = '192.0.2.201';
  const old = await call('sign-in', credentials, { version: 'v1', address });
  const now = await call('sign-in', credentials, { address });
  expect(old).toMatchObject({ status: 200, code: 200, msg: 'Success', data: { userInfo: now.data.userInfo } });
  expect((await call('account/info', {}, { token: old.data.tokenInfo.token })).code).toBe(200);
  const wrong = { account: 'ines@example.com', password: 'wrong' };
  expect(await call('sign-in', wrong, { version: 'v1', address })).toEqual(await call('sign-in', wrong, { address }));
  expect(await call('sign-in', { account: '', password: '' }, { version: 'v1' })).toMatchObject({
    status: 200,
    code: 400,
  });
  expect((await call('account/info', {}, { version: 'v1' })).status).toBe(404);
});

test('rehashes a password with outdated parameters at sign-in, also for two concurrent ones', async () => {
  const password = 'a sentence of earlier years';
  const earlier = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  const { id, email } = await makeUser(sql, { passwordHash: earlier });
  const signIn = (attempt: string) => call('sign-in', { account: email, password: attempt });
  const stored = async () =>
    (await sql<{ passwordHash: string }[]>`select password_hash from users where id = ${id}`)[0]!.passwordHash;
  expect((await signIn('another sentence')).code).toBe(401);
  expect(await stored()).toBe(earlier);
  expect((await Promise.all([signIn(password), signIn(password), signIn(password)])).map(({ code }) => code)).toEqual([
    200, 200, 200,
  ]);
  const rehashed = await stored();
  expect(rehashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await signIn(password)).code).toBe(200);
  expect(await stored()).toBe(rehashed);
});

test('never expires a password by age', async () => {
  const { email } = await makeUser(sql, { passwordHash });
  clock.forward(10 * 366 * 86_400);
  expect((await call('sign-in', { account: email, password: 'right one' })).code).toBe(200);
});

test('accepts an API token as the password, without the second step, and opens no other session', async () => {
  const user = await makeUser(sql, { email: 'client@example.com', passwordHash });
  const code = await makeSecondFactor(sql, { userId: user.id, at: clock.now() });
  const { token, id } = await makeApiToken(sql, { userId: user.id, at: clock.now(), days: 30 });
  const sessions = () => sql`select id from sessions where user_id = ${user.id}`;
  const before = await sessions();
  const opened = await ask('sign-in', { account: 'Client@example.com', password: token });
  expect(opened.userInfo).toMatchObject({ uid: user.id, email: 'client@example.com', companyId: user.companyId });
  expect(opened.tokenInfo).toEqual({
    token,
    expiresAt: clock.now().getTime() / 1000 + 30 * 86_400,
    duration: 30 * 86_400,
  });
  expect(await sessions()).toEqual(before);
  expect((await ask('account/info', {}, { token: opened.tokenInfo.token })).email).toBe('client@example.com');

  // Not the token of another account, of a person's session, of nobody, nor one that was revoked.
  const other = await makeUser(sql, { email: 'other@example.com', passwordHash });
  const { tokenInfo } = await ask('sign-in', { account: 'client@example.com', password: 'right one', code });
  await makeApiToken(sql, { userId: other.id, at: clock.now() });
  for (const [account, password] of [
    ['other@example.com', token],
    ['client@example.com', tokenInfo.token],
    ['client@example.com', `hgt_${tokenInfo.token}`],
  ] as const)
    expect(await call('sign-in', { account, password })).toMatchObject({ status: 200, code: 401 });
  await sql`delete from sessions where id = ${id}`;
  expect((await call('sign-in', { account: 'client@example.com', password: token })).code).toBe(401);
});

test('a token does not reset the failed attempts of its account', async () => {
  const user = await makeUser(sql, { email: 'tokenholder@example.com', passwordHash });
  const { token } = await makeApiToken(sql, { userId: user.id, at: clock.now() });
  for (let n = 0; n < 10; n++) {
    expect((await call('sign-in', { account: 'tokenholder@example.com', password: `wrong ${n}` })).code).toBe(401);
    expect((await call('sign-in', { account: 'tokenholder@example.com', password: token })).code).toBe(200);
  }
  expect((await call('sign-in', { account: 'tokenholder@example.com', password: 'right one' })).code).toBe(1000);
});
