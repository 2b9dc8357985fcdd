// account/tokens/make, and access of programs by token: scope, rate limit, audit log.
import type { Call } from '@heliograph/contract/call.ts';
import { calls, type Path } from '@heliograph/contract/calls.ts';
import { expect, test } from 'vitest';
import { makeUser } from '../../../../test/factories.ts';
import { PASSWORD, startSignInServer } from '../../../../test/signInServer.ts';
import { makeApiToken } from '../../../../test/signIns.ts';
import { expireData } from '../../../jobs/expireData.ts';
import { TOKEN_BUDGET } from '../../../platform/limits/rateLimits.ts';

const { app, ask, call, clock, context, makeToken, person, reset, signedIn, sql, subjects, withCodes, withPasskey } =
  await startSignInServer();

test('creates a token after the password, shows it once, and accepts it as raw header or as Bearer', async () => {
  const { id, email, sid, token: session } = await person();
  expect((await makeToken(session, { password: 'wrong' })).code).toBe(1002);
  const { data } = await makeToken(session);
  expect(data.token).toMatch(/^hgt_[\w-]{14}\.[\w-]{14}\.[\w-]{15}$/);
  expect(data.expiresIso).toBe(new Date(clock.now().getTime() + 30 * 86_400_000).toISOString());
  const list = async () => (await ask('account/tokens', {}, { token: session })).list;
  const row = { id: data.id, name: 'Home Assistant', scope: 'read', expiresIso: data.expiresIso };
  expect(await list()).toEqual([{ ...row, madeIso: clock.now().toISOString(), lastUsedIso: null }]);
  clock.forward(61);
  for (const token of [data.token, `Bearer ${data.token}`]) {
    expect((await ask('account/info', {}, { token })).email).toBe(email);
    expect((await ask('site/listWithSN', {}, { token })).list.map((site) => site.sid)).toEqual([sid]);
  }
  expect((await list())[0]!.lastUsedIso).toBe(clock.now().toISOString());
  const stored = JSON.stringify([
    await sql`select * from sessions where user_id = ${id}`,
    ...[await sql`select * from audit_log`, await sql`select * from idempotency_keys`],
  ]);
  expect(stored).not.toContain(data.token);
  expect(await subjects()).toContain('An API token was created');
});

test('ends a token on its day however it is used, and after a year at most', async () => {
  const { token: session } = await person();
  for (const days of [0, 366, 1.5]) expect((await makeToken(session, { days })).code).toBe(400);
  const { token } = (await makeToken(session, { days: 365 })).data;
  for (let days = 0; days < 364; days += 91) {
    expect((await call('account/info', {}, { token })).code).toBe(200);
    clock.forward(91 * 86_400);
  }
  expect((await call('account/info', {}, { token })).code).toBe(200);
  clock.forward(86_401);
  expect((await call('account/info', {}, { token })).status).toBe(401);
});

test('treats tokens apart from sessions: a password reset ends them, ending sessions or changing the password does only if wished', async () => {
  const { email, token: session } = await person();
  const { id, token } = (await makeToken(session)).data;
  expect((await ask('account/sessions', {}, { token: session })).list).toHaveLength(1);
  expect((await call('account/endSession', { id, password: PASSWORD }, { token: session })).code).toBe(1004);
  expect((await call('account/tokens/revoke', { id: id - 1 }, { token: session })).code).toBe(1004);
  await ask('account/endSession', { password: PASSWORD }, { token: session });
  await ask('account/updatePassword', { password: PASSWORD, newPassword: 'a sentence about fog' }, { token: session });
  expect((await call('account/info', {}, { token })).code).toBe(200);
  await reset(email, 'a sentence about rain');
  await expect.poll(async () => (await call('account/info', {}, { token })).status).toBe(401);
});

test.each(['account/updatePassword', 'account/endSession'] as const)(
  'revokes all tokens with %s if wished, with the webhooks that they created, and leaves the others',
  async (path) => {
    const { id: userId, token: session } = await person();
    const hook = { url: 'https://hooks.example.com/solar', events: ['alert.began' as const] };
    const [control, reading] = [
      await makeApiToken(sql, { userId, at: clock.now(), scope: 'control' }),
      await makeApiToken(sql, { userId, at: clock.now() }),
    ];
    const others = await person();
    const ofOthers = await makeApiToken(sql, { userId: others.id, at: clock.now() });
    await ask('webhook/create', { name: 'By a person', ...hook }, { token: session });
    clock.forward(1);
    await ask('webhook/create', { name: 'By a program', ...hook }, { token: control.token });
    const webhooks = async () =>
      (await ask('webhook/list', {}, { token: session })).list.map(({ name, token }) => [name, token?.id, token?.name]);
    expect(await webhooks()).toEqual([
      ['By a person', undefined, undefined],
      ['By a program', control.id, 'Program'],
    ]);
    const request = { password: PASSWORD, revokeTokens: true };
    const done =
      path === 'account/endSession'
        ? await ask(path, request, { token: session })
        : await ask(path, { ...request, newPassword: 'a sentence about fog' }, { token: session });
    expect(done.revokedTokens).toBe(2);
    for (const { token } of [control, reading])
      await expect.poll(async () => (await call('account/info', {}, { token })).status).toBe(401);
    expect((await call('account/info', {}, { token: ofOthers.token })).code).toBe(200);
    expect(await webhooks()).toEqual([['By a person', undefined, undefined]]);
    const [line] = await sql`select after from audit_log where user_id = ${userId} and action = ${path}`;
    expect(line!.after).toMatchObject({ revokedTokens: 2 });
  },
);

test('ends a webhook with the token that created it, also when the token expires', async () => {
  const { id: userId, token: session } = await person();
  const hook = { url: 'https://hooks.example.com/solar', events: ['alert.began' as const] };
  for (const name of ['One', 'Other']) {
    const { token } = await makeApiToken(sql, { userId, at: clock.now(), scope: 'control', days: 1 });
    await ask('webhook/create', { name, ...hook }, { token });
    clock.forward(1);
  }
  const list = async () => (await ask('webhook/list', {}, { token: await signedIn(userId) })).list;
  const [one] = await list();
  await ask('account/tokens/revoke', { id: one!.token!.id }, { token: session });
  expect((await list()).map(({ name }) => name)).toEqual(['Other']);
  clock.forward(86_401);
  await expireData(context);
  expect(await list()).toEqual([]);
});

test('allows at most twenty tokens per account', async () => {
  const { id, token: session } = await person();
  for (let n = 0; n < 20; n++) await makeApiToken(sql, { userId: id, at: clock.now() });
  expect((await makeToken(session)).code).toBe(1499);
});

const guarded = Object.entries(calls as Record<string, Call>).filter(([, { access }]) => access !== 'public');
const codesOf = async (token: string) => {
  const codes: Record<string, number> = {};
  for (const [path] of guarded) {
    await sql`delete from tries where name = 'apiToken'`;
    codes[path] = (await call(path as Path, undefined, { token })).code;
  }
  return codes;
};

test('refuses changes for the scope read, and account calls for both scopes, as declared in the table of calls', async () => {
  const { id } = await makeUser(sql, { role: 'administrator' });
  const [readToken, controlToken] = [
    await makeApiToken(sql, { userId: id, at: clock.now(), scope: 'read' }),
    await makeApiToken(sql, { userId: id, at: clock.now(), scope: 'control' }),
  ];
  const [byRead, byControl] = [await codesOf(readToken.token), await codesOf(controlToken.token)];
  const isAccount = (path: string) => path.startsWith('account/') && path !== 'account/info';
  for (const [path, { changes }] of guarded) {
    expect([path, byRead[path] === 1438]).toEqual([path, changes || isAccount(path)]);
    expect([path, byControl[path] === 1438]).toEqual([path, isAccount(path)]);
  }
  expect((await call('account/tokens', {}, { token: readToken.token })).status).toBe(403);
});

test('requires a second factor for the scope control, by the session or by a code', async () => {
  const { token: withoutFactor } = await person();
  expect((await makeToken(withoutFactor, { scope: 'control' })).code).toBe(1545);
  expect((await makeToken(withoutFactor, { scope: 'control', code: '123456' })).code).toBe(1545);
  expect((await makeToken(withoutFactor)).code).toBe(200);
  const { id, token: confirmed, next, signIn, recoveryCodes } = await withCodes();
  // A session from before codes were turned on.
  const weakSession = await signedIn(id);
  expect((await makeToken(weakSession, { scope: 'control' })).code).toBe(1546);
  expect((await makeToken(weakSession, { scope: 'control', code: '000000' })).code).toBe(1493);
  expect(await sql`select from sessions where user_id = ${id} and api_scope = 'control'`).toHaveLength(0);
  const code = next();
  expect((await makeToken(weakSession, { scope: 'control', code })).code).toBe(200);
  // Each code can be used once.
  expect((await makeToken(weakSession, { scope: 'control', code })).code).toBe(1493);
  expect((await makeToken(weakSession, { scope: 'control', code: recoveryCodes[0] })).code).toBe(200);
  clock.forward(60);
  const strongSession = (await signIn(next())).data.tokenInfo.token;
  expect((await makeToken(strongSession, { scope: 'control' })).code).toBe(200);
  expect((await makeToken(confirmed, { scope: 'control' })).code).toBe(200);
  const passkeySession = await signedIn((await withPasskey()).id);
  expect((await makeToken(passkeySession, { scope: 'control', code: '123456' })).code).toBe(1546);
  expect(
    await sql`select second_factor as by from sessions where user_id = ${id} and api_scope = 'control' order by id`,
  ).toEqual([{ by: 'code' }, { by: 'recovery' }, { by: 'code' }, { by: 'code' }]);
});

test('records in the audit log which token made a change', async () => {
  const { sid, token: session, next } = await withCodes();
  const { id, token } = (await makeToken(session, { scope: 'control', name: 'Night job', code: next() })).data;
  await ask('site/updateFast', { sid, siteName: 'By a program' }, { token });
  await ask('site/updateFast', { sid, siteName: 'By a person' }, { token: session });
  const lines = await sql`select api_token from audit_log where object = ${sid} order by id`;
  expect(lines).toEqual([{ apiToken: `${id} Night job` }, { apiToken: null }]);
});

test('reports the remaining calls in headers, and returns HTTP 429 with the seconds to wait for this token only', async () => {
  const { token: session } = await person();
  const [first, second] = [(await makeToken(session)).data, (await makeToken(session)).data];
  const raw = async (authorization: string) => {
    const { statusCode, headers, json } = await app.inject({
      method: 'POST',
      url: '/v2/account/info',
      headers: { authorization },
    });
    return { statusCode, headers, code: (json() as { code: number }).code };
  };
  const { headers } = await raw(first.token);
  expect(headers).toMatchObject({ 'ratelimit-policy': '"calls";q=600;w=300', ratelimit: '"calls";r=599;t=300' });
  await sql`update tries set points = ${TOKEN_BUDGET.calls} where name = 'apiToken'`;
  clock.forward(100);
  const refused = await raw(first.token);
  expect([refused.statusCode, refused.code]).toEqual([429, 1439]);
  expect(refused.headers).toMatchObject({ ratelimit: '"calls";r=0;t=200', 'retry-after': '200' });
  expect((await raw(second.token)).statusCode).toBe(200);
  expect((await raw(session)).headers.ratelimit).toBeUndefined();
  clock.forward(200);
  expect((await raw(first.token)).headers.ratelimit).toBe('"calls";r=599;t=300');
});
