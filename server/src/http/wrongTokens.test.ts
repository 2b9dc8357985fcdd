// Requests with a token that opens no session are answered before their body is read, and limited per network; sessions in use and other networks are not affected.
import { expect, test } from 'vitest';
import { makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { WRONG_TOKEN_LIMIT } from './wrongTokens.ts';

const { app, sql, signedIn, call } = await testServer();
const token = await signedIn((await makeUser(sql)).id);
const ask = (authorization: string, remoteAddress: string, payload: object | string = {}) =>
  app.inject({ method: 'POST', url: '/v2/account/info', headers: { authorization }, payload, remoteAddress });

test('answers a wrong token before the body is parsed, and a missing one as well', async () => {
  const wrong = await app.inject({
    method: 'POST',
    url: '/v2/account/info',
    headers: { authorization: 'wrong', 'content-type': 'application/json' },
    payload: '{ this is no JSON',
  });
  expect([wrong.statusCode, wrong.json().code]).toEqual([401, 401]);
  const right = await ask(token, '127.0.0.1', '{ this is no JSON');
  expect(right.json().code).toBe(400);
  const none = await app.inject({ method: 'POST', url: '/v2/account/info', payload: '{ this is no JSON' });
  expect([none.statusCode, none.json().code]).toEqual([401, 401]);
});

test('limits wrong tokens from one network and affects neither a session in use nor another network', async () => {
  const from = (n: number) => `2001:db8:0:7::${n.toString(16)}`;
  expect((await ask(token, from(0))).json().code).toBe(200);
  const statuses: number[] = [];
  for (let n = 0; n < WRONG_TOKEN_LIMIT.burst + 100; n++) statuses.push((await ask(`wrong ${n}`, from(n))).statusCode);
  expect(statuses.slice(0, WRONG_TOKEN_LIMIT.burst)).toEqual(
    Array.from({ length: WRONG_TOKEN_LIMIT.burst }, () => 401),
  );
  expect(statuses).toContain(429);
  expect((await ask(token, from(1))).json().code).toBe(200);
  expect((await ask('wrong', '2001:db8:0:8::1')).statusCode).toBe(401);
  expect((await ask('wrong', '127.0.0.1')).statusCode).toBe(401);
  expect((await call('common/lan', {}, { address: from(1) })).code).toBe(200);
});

test('takes no large body for a call that anyone may make', async () => {
  const large = { account: 'a'.repeat(20_000), password: 'b' };
  const refused = await app.inject({ method: 'POST', url: '/v2/sign-in', payload: large });
  expect(refused.json()).toMatchObject({ code: 400, msg: expect.stringContaining('16 KB') });
});
