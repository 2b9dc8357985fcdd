// sign-in: the shapes public clients read, the same answer for known and unknown accounts, and limits.
import { expect, test } from 'vitest';
import { makeCompany, makeSite, makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { hashPassword } from '../passwords.ts';

const { app, call, ask, sql, clock } = await testServer({ PUBLIC_URL: 'https://solar.example.com', BRAND: '3' });
const passwordHash = await hashPassword('right one');

test('sign-in answers with who it is, a token of 12 hours and how many plants there are', async () => {
  const companyId = await makeCompany(sql);
  const user = await makeUser(sql, { role: 'installer', companyId, email: 'ines@example.com', passwordHash });
  await makeSite(sql, { companyId });
  await makeSite(sql);
  const answer = await call('sign-in', { account: ' Ines@Example.com ', password: 'right one' });
  expect(answer).toMatchObject({ status: 200, code: 200, msg: 'Success' });
  const { userInfo, tokenInfo, siteCount } = answer.data;
  expect(siteCount).toBe(1);
  expect(tokenInfo).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
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

test('the token is stored nowhere, the password never leaves', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/v2/sign-in',
    payload: JSON.stringify({ account: 'ines@example.com', password: 'right one' }),
  });
  const { token } = answer.json().data.tokenInfo;
  const [found] = await sql`select 1 from sessions where token_hash = ${Buffer.from(token)}`;
  expect(found).toBeUndefined();
  expect(answer.body).not.toContain('argon2');
});

test('a second sign-in leaves the first session alone', async () => {
  const credentials = { account: 'ines@example.com', password: 'right one' };
  const first = await ask('sign-in', credentials);
  const second = await ask('sign-in', credentials);
  for (const { tokenInfo } of [first, second])
    expect((await call('account/info', {}, { token: tokenInfo.token })).code).toBe(200);
});

test('a wrong password, an unknown account and one without a password get the same answer', async () => {
  await makeUser(sql, { email: 'nopassword@example.com' });
  const answers = [];
  for (const account of ['ines@example.com', 'nobody@example.com', 'nopassword@example.com'])
    answers.push(await call('sign-in', { account, password: 'nobody' }));
  expect(answers[0]).toEqual({ status: 200, code: 401, msg: 'The account or the password is wrong.', data: {} });
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

test('a frozen account is told so, but only to who knows the password', async () => {
  const { id } = await makeUser(sql, { email: 'frozen@example.com', passwordHash });
  await sql`update users set frozen_at = now() where id = ${id}`;
  expect((await call('sign-in', { account: 'frozen@example.com', password: 'wrong' })).code).toBe(401);
  expect((await call('sign-in', { account: 'frozen@example.com', password: 'right one' })).code).toBe(1001);
});

test('the eleventh wrong try at once is refused with the seconds to wait, even with the right password', async () => {
  await makeUser(sql, { email: 'guessed@example.com', passwordHash });
  const guess = (password: string) => call('sign-in', { account: 'guessed@example.com', password });
  const codes = (await Promise.all(Array.from({ length: 12 }, () => guess('wrong')))).map(({ code }) => code);
  expect(codes.filter((code) => code === 401)).toHaveLength(10);
  expect(codes.filter((code) => code === 1000)).toHaveLength(2);
  const refused = await guess('right one');
  expect(refused).toMatchObject({ status: 200, code: 1000, msg: expect.stringMatching(/wait \d+ s/) });
});

test('tries before a success do not count after it', async () => {
  await makeUser(sql, { email: 'clumsy@example.com', passwordHash });
  const attempt = async (password: string) => (await call('sign-in', { account: 'clumsy@example.com', password })).code;
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 6; n++) expect(await attempt('wrong')).toBe(401);
    expect(await attempt('right one')).toBe(200);
  }
});

test('one address cannot try password after password on account after account', async () => {
  const from = { headers: {} };
  let refused = 0;
  for (let n = 0; n < 250 && !refused; n++) {
    const { code } = await call('sign-in', { account: `guess${n}@example.com`, password: 'x' }, from);
    if (code === 1000) refused = n;
  }
  expect(refused).toBeGreaterThan(50);
});
