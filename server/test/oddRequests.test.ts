// Odd requests apart from field values: headers, query strings, forms, nesting, bytes that are not HTTP. Always an answer, never a 500.
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../src/accounts/passwords/passwords.ts';
import { makeSite, makeUser } from './factories.ts';
import { testServer } from './testServer.ts';

const { app, sql, signedIn } = await testServer();
const user = await makeUser(sql, { passwordHash: await hashPassword('a long sentence') });
const sid = await makeSite(sql, { companyId: user.companyId });
const authorization = await signedIn(user.id);

interface Sent {
  headers?: Record<string, string>;
  payload?: string;
}

async function post(path: string, { headers = {}, payload }: Sent) {
  const response = await app.inject({
    method: 'POST',
    url: `/v2/${path}`,
    headers: { authorization, 'content-type': 'application/json', ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, ...(response.json() as { code: number; msg: string; data: unknown }) };
}

const ODD_TEXTS = [
  '\u0000',
  'a\u0000b',
  '\ud83d',
  `${'x'.repeat(199)}😀`,
  'é'.repeat(5000),
  '__proto__',
  '[object Object]',
];
const HEADERS = ['user-agent', 'lan', 'app', 'client', 'oem', 'sign', 'x-forwarded-for', 'accept'];

test('the last of two equal fields in a form counts', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = 'contactPerson=First&city=Chur&contactPerson=Last';
  expect(await post('account/update', { headers, payload })).toMatchObject({ status: 200, code: 200 });
  expect(await sql`select name, city from users where id = ${user.id}`).toEqual([{ name: 'Last', city: 'Chur' }]);
  // The same applies to JSON, and query parameters never count.
  const json = '{"contactPerson":"First","contactPerson":"Newest"}';
  expect(await post('account/update?contactPerson=Address&city=Address', { payload: json })).toMatchObject({
    code: 200,
  });
  expect(await sql`select name, city from users where id = ${user.id}`).toEqual([{ name: 'Newest', city: 'Chur' }]);
});

test('input is decoded once', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const storedCity = async () => (await sql<{ city: string }[]>`select city from users where id = ${user.id}`)[0]!.city;
  for (const [headers, payload, city] of [
    [form, 'city=%253Cb%253E+%2526lt%253B', '%3Cb%3E %26lt%3B'],
    [{}, JSON.stringify({ city: '%3Cb%3E &lt; \\u0041 +' }), '%3Cb%3E &lt; \\u0041 +'],
  ] as const) {
    expect(await post('account/update', { headers, payload })).toMatchObject({ code: 200 });
    expect(await storedCity()).toBe(city);
  }
});

describe('a header', () => {
  test.each(HEADERS)('%s may have any value', async (name) => {
    for (const text of ODD_TEXTS) {
      const payload = JSON.stringify({ account: user.email, password: 'a long sentence' });
      // Without a session, because a sign-in ends the session of its request.
      const answer = await post('sign-in', { headers: { authorization: '', [name]: text }, payload });
      expect({ name, text, ...answer }).toMatchObject({ status: 200, code: 200 });
    }
  });

  test('content-type may have any value, and an invalid type returns code 400', async () => {
    for (const text of [...ODD_TEXTS, 'application/json; charset=\u0000']) {
      const answer = await post('common/lan', { headers: { 'content-type': text }, payload: '{}' });
      expect({ text, ...answer }).toMatchObject({
        status: 200,
        code: expect.toSatisfy((code) => [200, 400].includes(code)),
      });
    }
  });

  test('idempotency-key that cannot be stored returns code 400 with its name, and nothing changes', async () => {
    for (const text of ['a\u0000b', '\ud83d', 'ключ']) {
      const payload = JSON.stringify({ contactPerson: 'Changed' });
      const answer = await post('account/update', { headers: { 'idempotency-key': text }, payload });
      expect(answer).toMatchObject({ status: 200, code: 400, msg: expect.stringContaining('idempotency-key') });
    }
    expect(await sql`select name from users where id = ${user.id} and name = 'Changed'`).toHaveLength(0);
  });

  test('authorization may have any value, which is not a session', async () => {
    for (const text of ODD_TEXTS) {
      const answer = await post('account/info', { headers: { authorization: text } });
      expect(answer).toMatchObject({ status: 401, code: 401 });
    }
  });
});

describe('a body', () => {
  const deep = `${'['.repeat(120_000)}${']'.repeat(120_000)}`;

  test('nested deeper than any stack is answered, with and without a key', async () => {
    for (const headers of [{}, { 'idempotency-key': 'deep' }]) {
      const payload = `{"contactPerson":"Deep","more":${deep}}`;
      expect(await post('account/update', { headers: headers as Record<string, string>, payload })).toMatchObject({
        status: 200,
        code: 200,
      });
      expect(await post('account/update', { payload: deep })).toMatchObject({ status: 200, code: 400 });
    }
  });

  test('__proto__ is an unknown field', async () => {
    const payload = '{"__proto__":{"code":1},"constructor":{"prototype":{"a":1}},"contactPerson":"Proto"}';
    expect(await post('account/update', { payload })).toMatchObject({ status: 200, code: 200 });
    expect(({} as Record<string, unknown>).code).toBeUndefined();
  });

  test.each([
    ['%00', 400],
    ['a%00b', 400],
    // Invalid UTF-8 becomes replacement characters, which are text.
    ['%ED%A0%80', 200],
    ['%', 200],
    ['&contactPerson=two', 200],
  ])('as a form with %s is answered', async (value, code) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await post('account/update', { headers, payload: `contactPerson=${value}` });
    expect(answer).toMatchObject({ status: 200, code });
    if (code === 400) expect(answer.msg).toContain('contactPerson');
  });
});

describe('an address', () => {
  test.each([
    '/v2/%00',
    '/v2/%',
    '/v2/%ff%fe',
    '/v2/sign-in?x=%00',
    '/%00',
    '/%',
    '/..%00/',
    '/%ED%A0%80',
    `/${'a'.repeat(9000)}`,
    '/live?sid=%00',
    '/live?sid=x&__proto__=1',
  ])('%s is answered without a server fault', async (url) => {
    for (const method of ['GET', 'POST'] as const) {
      const response = await app.inject({ method, url, headers: { authorization, accept: 'text/html' } });
      expect([response.statusCode, response.body.length > 0]).toEqual([
        expect.toSatisfy((status) => status < 500 || status === 503),
        true,
      ]);
    }
  });

  test.each(['/v2/%', '/v2/%ff%fe'])('%s, which cannot be decoded, is answered in the envelope', async (url) => {
    const response = await app.inject({ method: 'POST', url });
    expect(response.json()).toMatchObject({ code: expect.any(Number), msg: expect.any(String), data: {} });
  });

  test('/live names the invalid plant in its error', async () => {
    for (const odd of ['%00', `${sid}%00`, `${sid}&sid=%00`]) {
      const response = await app.inject({ method: 'GET', url: `/live?sid=${odd}`, headers: { authorization } });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ code: 400, msg: expect.stringContaining('sid'), data: {} });
    }
  });
});

describe('on the wire', () => {
  let port = 0;
  beforeAll(async () => {
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  });

  /** Returns everything that the server sends until it closes the connection. */
  async function answerTo(bytes: Buffer): Promise<string> {
    return await new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.on('end', () => resolve(Buffer.concat(chunks).toString('latin1')));
      socket.on('error', reject);
    });
  }

  test.each([
    ['U+0000 in a header', 'POST /v2/common/lan HTTP/1.1\r\nhost: x\r\nuser-agent: a\0b\r\nconnection: close\r\n\r\n'],
    ['no HTTP at all', '\x16\x03\x01\0\0\0\r\n\r\n'],
    ['headers that never end', `POST /v2/common/lan HTTP/1.1\r\nhost: x\r\nlan: ${'6'.repeat(40_000)}\r\n\r\n`],
    // Two lengths: a reverse proxy could use the other one and treat the rest as another request.
    [
      'a length and chunks',
      'POST /v2/common/lan HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /api HTTP/1.1\r\nhost: x\r\n\r\n',
    ],
    ['two lengths', 'POST /v2/common/lan HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}x'],
    ['a length that is none', 'POST /v2/common/lan HTTP/1.1\r\nhost: x\r\ncontent-length: +2\r\n\r\n{}'],
    ['chunks that are none', 'POST /v2/common/lan HTTP/1.1\r\nhost: x\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ])('%s is answered in the envelope, then the connection ends', async (_, text) => {
    const answer = await answerTo(Buffer.from(text, 'latin1'));
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code: 400, data: {} });
  });

  test('bytes above ASCII in headers are preserved as text', async () => {
    const body = JSON.stringify({ account: user.email, password: 'a long sentence' });
    const head = `POST /v2/sign-in HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\nuser-agent: \xff\xed\xa0\x80\r\nlan: \xff\r\nconnection: close\r\n\r\n`;
    expect(await answerTo(Buffer.from(head + body, 'latin1'))).toContain('"code":200');
  });
});
