// The API as public client programs use it: headers, bodies of every kind, languages and refusals.
import { createHash } from 'node:crypto';
import type { Call } from '@heliograph/contract/call.ts';
import { calls } from '@heliograph/contract/calls.ts';
import { signedText } from '@heliograph/contract/envelope.ts';
import type { InjectOptions } from 'fastify';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { buildApp } from '../src/app.ts';
import { makeUser } from './factories.ts';
import { testServer } from './testServer.ts';

const { app, sql, signedIn } = await testServer();
const token = await signedIn((await makeUser(sql, { email: 'ines@example.com' })).id);

async function post(path: string, options: Omit<InjectOptions, 'method' | 'url'> = {}) {
  const response = await app.inject({ method: 'POST', url: `/v2/${path}`, ...options });
  return { status: response.statusCode, ...(response.json() as { code: number; msg: string; data: unknown }) };
}
const md5 = (text: string) => createHash('md5').update(text).digest('hex').toUpperCase();

describe('the token', () => {
  test.each([
    ['as it is', token],
    ['after Bearer', `Bearer ${token}`],
    ['after bearer', `bearer  ${token}`],
  ])('is accepted %s', async (_, authorization) => {
    expect(await post('account/info', { headers: { authorization } })).toMatchObject({
      status: 200,
      code: 200,
      msg: 'Success',
    });
  });

  test.each(['', 'Bearer', 'x'.repeat(5000), "' or 1=1 --"])('is refused if invalid: %#', async (authorization) => {
    expect(await post('account/info', { headers: { authorization } })).toMatchObject({ status: 401, code: 401 });
  });
});

test('a call may take 20 s, a gateway command 30 s, removing a history or an account 60 s, a bulk change 30 s, an upload of a document, of proof or firmware two minutes; only files take longer', () => {
  const longer = Object.entries(calls as Record<string, Call>).filter(
    ([, { answers, timeoutMs }]) => answers === 'json' && timeoutMs !== 20_000,
  );
  expect(longer.map(([path, { timeoutMs }]) => [path, timeoutMs])).toEqual([
    ['account/logOff', 60_000],
    ['configuration/documentation/create', 120_000],
    ['configuration/documentation/part', 120_000],
    ['configuration/inverter/setupAnswer', 30_000],
    ['configuration/inverter/setupValue', 30_000],
    ['configuration/ota/part', 120_000],
    ['configuration/ota/rollout/begin', 30_000],
    ['device/deleteHistory', 60_000],
    ['device/ownership/answer', 120_000],
    ['device/ownership/claim', 120_000],
    ['gateway/bsg/server', 30_000],
  ]);
});

describe('a body', () => {
  const headers = { authorization: token };
  test('may be missing, empty or {}', async () => {
    for (const payload of [undefined, '', '{}', '  '])
      expect((await post('account/info', { headers, payload })).code).toBe(200);
    expect((await post('account/info', { headers: { ...headers, 'content-type': 'application/json' } })).code).toBe(
      200,
    );
  });

  test.each([
    ['JSON without a content type', '{"country":"DE"}', {}],
    ['JSON called text', '{"country":"DE"}', { 'content-type': 'text/plain' }],
    ['JSON called a form', '{"country":"DE"}', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form', 'country=DE', { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }],
    ['fields nobody knows', '{"country":"DE","more":[1,{"a":null}]}', { 'content-type': 'application/json' }],
  ])('may be %s', async (_, payload, type) => {
    const answer = await post('common/state', { payload, headers: type as Record<string, string> });
    expect(answer).toMatchObject({ status: 200, code: 200 });
  });

  test('that violates the schema returns code 400 with the field named, HTTP 200', async () => {
    const answer = await post('common/state', { payload: '{"country":"Germany"}' });
    expect(answer).toMatchObject({ status: 200, code: 400, data: {}, msg: expect.stringContaining('country') });
    const nested = await post('site/listWithSN', { headers, payload: '{"page":{"size":"many"}}' });
    expect(nested).toMatchObject({ status: 200, code: 400, msg: expect.stringContaining('page.size') });
  });

  test.each(['{"country":', '[]', 'null', '"text"', '7', '{"__proto__":{"a":1}}'])(
    'that is not an object returns code 400: %s',
    async (payload) => {
      expect(await post('common/state', { payload })).toMatchObject({ status: 200, code: 400 });
    },
  );

  test('that is too large returns code 400, not a broken connection', async () => {
    const payload = JSON.stringify({ country: 'x'.repeat(300 * 1024) });
    expect(await post('common/state', { payload })).toMatchObject({
      status: 200,
      code: 400,
      msg: expect.stringContaining('16 KB'),
    });
  });
});

describe('an address', () => {
  test.each(['nothing', 'site/overview/more', 'SIGN-IN', '..%2f..%2fetc', ''])(
    'that is unknown returns HTTP 404 in the envelope: %s',
    async (path) => {
      expect(await post(path)).toMatchObject({ status: 404, code: 404, data: {} });
    },
  );

  test('accepts POST only: a GET returns 404, also in a browser', async () => {
    const response = await app.inject({ method: 'GET', url: '/v2/sign-in', headers: { accept: 'text/html' } });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 404, data: {} });
  });
});

describe('lan', () => {
  test.each([
    ['6', 'Login has expired, please log in again'],
    ['1', '登录已过期，请重新登录'],
    ['3', 'Die Anmeldung ist abgelaufen, bitte melden Sie sich erneut an'],
    ['7', 'Login has expired, please log in again'],
    ['99', 'Login has expired, please log in again'],
    ['x', 'Login has expired, please log in again'],
  ])('%s selects the language of msg', async (lan, msg) => {
    expect((await post('account/info', { headers: { lan } })).msg).toBe(msg);
  });

  test('also applies to unknown addresses', async () => {
    expect((await post('nothing', { headers: { lan: '3' } })).msg).toBe('Adresse nicht gefunden.');
    expect((await post('common/state', { headers: { lan: '3' }, payload: '{' })).msg).toContain(
      'Ungültige Anfrage: body',
    );
  });
});

describe('sign', () => {
  const payload = '{"country":"DE"}';
  test.each([undefined, '', 'wrong', md5(payload)])('is not checked by default: %s', async (sign) => {
    expect((await post('common/state', { payload, headers: sign === undefined ? {} : { sign } })).code).toBe(200);
  });

  test('is checked if the operator enables it, and both kinds are valid', async () => {
    const strict = await testServer({ ENFORCE_SIGN: 'on' });
    const send = async (sign?: string) =>
      (await strict.call('common/state', { country: 'DE' }, { headers: sign ? { sign } : {} })).code;
    expect(await send()).toBe(400);
    expect(await send(md5('{"country":"FR"}'))).toBe(400);
    expect(await send(md5(payload))).toBe(200);
    expect(await send(md5(signedText({ country: 'DE' })))).toBe(200);
  });
});

test('a browser neither caches an answer nor guesses its type', async () => {
  const response = await app.inject({ method: 'POST', url: '/v2/common/lan' });
  expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
});

test('a fault is answered without its message', async () => {
  const broken = await testServer();
  const lines: string[] = [];
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) });
  const app = await buildApp({ ...broken.context, log });
  await broken.sql`drop table idempotency_keys, sessions cascade`;
  const answer = await broken.call('account/info', {}, { token });
  expect(answer).toEqual({
    status: 500,
    code: 500,
    msg: 'Something went wrong on our side. It has been logged; try again later.',
    data: {},
  });
  // The log contains the fault, but not the request.
  const request = { headers: { authorization: token }, payload: '{"country":"sent by somebody"}' };
  const response = await app.inject({ method: 'POST', url: '/v2/account/info', ...request });
  await app.close();
  expect(response.statusCode).toBe(500);
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      level: 50,
      path: '/v2/account/info',
      msg: 'call failed',
      err: expect.objectContaining({ message: expect.stringContaining('"sessions"'), stack: expect.any(String) }),
    }),
  );
  expect(lines.join('')).not.toContain(token);
  expect(lines.join('')).not.toContain('sent by somebody');
  expect(response.body).not.toContain('sessions');
});
