// account/secondFactor and the second step of sign-in: single-use codes, recovery codes, limits.
import { expect, test } from 'vitest';
import { HOME, PASSWORD, startSignInServer } from '../../../test/signInServer.ts';
import { codeOf, makeSecondFactor } from '../../../test/signIns.ts';

const { ask, beside, call, clock, person, reset, sql, subjects, withCodes } = await startSignInServer();

test('is off at first, is turned on by a first code, and is then required at sign-in', async () => {
  const { id, email, token, signIn } = await person();
  expect(await ask('account/secondFactor', {}, { token })).toEqual({
    canHaveCodes: true,
    codesSinceIso: null,
    recoveryCodesLeft: 0,
    passkeys: [],
    companies: [],
  });
  const { secret, uri } = await ask('account/secondFactor/begin', { password: PASSWORD }, { token });
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toBe(`otpauth://totp/Heliograph:${encodeURIComponent(email)}?secret=${secret}&issuer=Heliograph`);
  // Not required yet.
  expect((await signIn()).code).toBe(200);
  const before = (await sql`select from sessions where second_factor is not null`).length;
  expect((await call('account/secondFactor/confirm', { code: '000000' }, { token })).code).toBe(1493);
  const { recoveryCodes } = await ask('account/secondFactor/confirm', { code: codeOf(secret, clock.now()) }, { token });
  expect(new Set(recoveryCodes).size).toBe(10);
  expect((await sql`select from sessions where second_factor = 'code'`).length).toBe(before + 1);
  const { codesSinceIso, recoveryCodesLeft } = await ask('account/secondFactor', {}, { token });
  expect({ codesSinceIso, recoveryCodesLeft }).toEqual({
    codesSinceIso: clock.now().toISOString(),
    recoveryCodesLeft: 10,
  });
  expect(await signIn()).toMatchObject({
    status: 200,
    code: 1492,
    data: {},
    msg: expect.stringContaining('Programs use an API token'),
  });
  // The code that turned it on cannot be used again.
  expect((await signIn(codeOf(secret, clock.now()))).code).toBe(1493);
  expect((await signIn(codeOf(secret, clock.now(), 1))).code).toBe(200);
  const [session] = await sql`select second_factor from sessions where user_id = ${id} order by id desc limit 1`;
  expect(session).toEqual({ secondFactor: 'code' });
  expect(await subjects()).toEqual(expect.arrayContaining(['Two-step sign-in is on']));
});

test('accepts a code once, also at two servers at once, and with one step of drift', async () => {
  const { email, signIn, secret } = await withCodes();
  const other = await beside();
  const credentials = { account: email, password: PASSWORD, code: codeOf(secret, clock.now()) };
  const codes = await Promise.all(
    [call, other.call, call, other.call].map(
      async (ask) => (await ask('sign-in', credentials, { address: HOME })).code,
    ),
  );
  expect(codes.toSorted()).toEqual([1493, 1493, 1493, 200]);
  clock.forward(120);
  for (const steps of [-2, 2]) expect((await signIn(codeOf(secret, clock.now(), steps))).code).toBe(1493);
  expect((await signIn(codeOf(secret, clock.now(), -1))).code).toBe(200);
  // Codes older than an accepted one are invalid, too.
  clock.forward(60);
  const early = codeOf(secret, clock.now(), -1);
  expect((await signIn(codeOf(secret, clock.now(), 1))).code).toBe(200);
  expect((await signIn(early)).code).toBe(1493);
});

test('accepts a recovery code once in any spelling, and reports its use by mail', async () => {
  const { id, signIn, recoveryCodes, token } = await withCodes();
  await subjects();
  expect((await signIn(recoveryCodes[0]!.toUpperCase().replaceAll('-', ' '))).code).toBe(200);
  expect((await signIn(recoveryCodes[0])).code).toBe(1493);
  const [session] = await sql`select second_factor from sessions where user_id = ${id} order by id desc limit 1`;
  expect(session).toEqual({ secondFactor: 'recovery' });
  expect((await ask('account/secondFactor', {}, { token })).recoveryCodesLeft).toBe(9);
  expect(await subjects()).toContain('A recovery code was used');
});

test('does not reveal without the password whether an account has a second step', async () => {
  const { email } = await withCodes();
  const wrong = { password: 'wrong', code: '123456' };
  const responses = [
    await call('sign-in', { account: email, ...wrong }),
    await call('sign-in', { account: 'nobody@example.com', ...wrong }),
  ];
  expect(responses[0]).toMatchObject({ status: 200, code: 401 });
  expect(responses[1]).toEqual(responses[0]);
});

test('limits guessing from home less than from elsewhere, and guessing elsewhere does not lock out home', async () => {
  const { signIn, next, id } = await withCodes();
  expect((await signIn(next())).code).toBe(200);
  clock.forward(30);
  const guess = async (address: string) => (await signIn('000000', address)).code;
  const elsewhere = [];
  for (let n = 0; n < 33; n++) elsewhere.push(await guess(`203.0.113.${n}`));
  // One of the thirty attempts was the sign-in from home, whose network was not known yet.
  expect(elsewhere.filter((code) => code === 1493)).toHaveLength(29);
  expect(elsewhere.slice(29)).toEqual([1000, 1000, 1000, 1000]);
  expect((await signIn(next())).code).toBe(200);
  clock.forward(30);
  await sql`delete from tries where name = 'signInHere'`;
  const home = [];
  for (let n = 0; n < 10; n++) {
    home.push(await guess(HOME));
    await sql`delete from tries where name = 'signInHere'`;
  }
  expect(home).toEqual(Array(10).fill(1493));
  expect((await signIn(next())).code).toBe(1000);
  expect((await sql`select from second_factors where user_id = ${id}`).length).toBe(1);
}, 240_000);

test('still requires the second step after a password reset', async () => {
  const { email, next } = await withCodes();
  await reset(email, 'a sentence about rain');
  const credentials = { account: email, password: 'a sentence about rain' };
  expect((await call('sign-in', credentials)).code).toBe(1492);
  expect((await call('sign-in', { ...credentials, code: next() })).code).toBe(200);
});

test('keeps second factors of accounts separate', async () => {
  const { next } = await withCodes();
  const stranger = await person();
  expect((await ask('account/secondFactor', {}, { token: stranger.token })).codesSinceIso).toBeNull();
  await makeSecondFactor(sql, { userId: stranger.id, at: clock.now() });
  clock.forward(60);
  const end = { password: PASSWORD, code: next() };
  expect((await call('account/secondFactor/end', end, { token: stranger.token })).code).toBe(1493);
  for (const path of ['account/secondFactor', 'account/secondFactor/confirm'] as const)
    expect((await call(path)).status).toBe(401);
});
