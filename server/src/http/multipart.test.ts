// Requests with files: limits hold while they are received, fields are checked like JSON, sign and key cover files; calls that take JSON are not affected.
import { createHash } from 'node:crypto';
import { connect as openSocket } from 'node:net';
import { call as declareCall } from '@heliograph/contract/call.ts';
import { calls, type Path } from '@heliograph/contract/calls.ts';
import { text } from '@heliograph/contract/entities/parts.ts';
import { signedText } from '@heliograph/contract/envelope.ts';
import { file } from '@heliograph/contract/files.ts';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { makeUser } from '../../test/factories.ts';
import { drawnPng, multipartOf, type Part } from '../../test/multipart.ts';
import { testServer } from '../../test/testServer.ts';
import { handlers } from '../calls/index.ts';

/** Two files and fields, which no call of the portal takes. */
const PAIR = 'test/pair' as Path;
Object.assign(calls, {
  [PAIR]: declareCall({
    summary: 'Tells how long its files are.',
    access: 'signedIn',
    request: z.object({ title: text(20, 1), one: file(1000), two: file(1000).optional() }),
    takes: { most: 2, bytesEach: 1000, bytesInAll: 1500 },
    response: z.object({ title: z.string(), lengths: z.array(z.number()) }),
  }),
});
Object.assign(handlers, {
  async [PAIR]({ title, one, two }: { title: string; one: Uint8Array; two?: Uint8Array }) {
    return { title, lengths: [one.length, two?.length ?? 0] };
  },
});
afterAll(() => {
  Reflect.deleteProperty(calls, PAIR);
  Reflect.deleteProperty(handlers, PAIR);
});

const { app, sql, signedIn } = await testServer();
const { id } = await makeUser(sql);
const token = await signedIn(id);

async function send(path: string, parts: readonly Part[], more: Record<string, string> = {}, on = app) {
  const { headers, payload } = multipartOf(parts);
  const response = await on.inject({
    method: 'POST',
    url: `/v2/${path}`,
    headers: { authorization: token, ...headers, ...more },
    payload,
  });
  return { status: response.statusCode, ...(response.json() as { code: number; msg: string; data: unknown }) };
}
const bytes = (length: number) => new Uint8Array(length).fill(7);
const title: Part = { name: 'title', value: 'Pair' };

test('fields and files are received together, whatever the names of the files', async () => {
  for (const filename of ['../../etc/passwd', 'a"b', '', 'x'.repeat(500), '__proto__']) {
    const parts = [title, { name: 'one', value: bytes(1000), filename }, { name: 'two', value: bytes(500) }];
    expect(await send(PAIR, parts)).toMatchObject({ code: 200, data: { title: 'Pair', lengths: [1000, 500] } });
  }
});

test.each<[string, Part[], number, string]>([
  ['one file too large', [title, { name: 'one', value: bytes(1001) }], 1373, '1 KB'],
  ['both together', [title, { name: 'one', value: bytes(800) }, { name: 'two', value: bytes(701) }], 1373, '2 KB'],
  ['an empty file', [title, { name: 'one', value: bytes(0) }], 400, 'one'],
  ['too many files', ['one', 'two', 'three'].map((name) => ({ name, value: bytes(1) })), 400, 'at most 2'],
  ['a file twice', [title, ...['one', 'one'].map((name) => ({ name, value: bytes(1) }))], 400, 'one'],
  ['a field twice', [title, title, { name: 'one', value: bytes(1) }], 400, 'title'],
  ['a text for a file', [title, { name: 'one', value: 'seven' }], 400, 'one'],
  [
    'a file for a text',
    [
      { name: 'title', value: bytes(4) },
      { name: 'one', value: bytes(1) },
    ],
    400,
    'title',
  ],
  ['a field that is missing', [{ name: 'one', value: bytes(1) }], 400, 'title'],
  [
    'a field too long for it',
    [
      { name: 'title', value: 'x'.repeat(21) },
      { name: 'one', value: bytes(1) },
    ],
    400,
    'title',
  ],
  [
    'a field of 70 KB',
    [
      { name: 'title', value: 'x'.repeat(70_000) },
      { name: 'one', value: bytes(1) },
    ],
    400,
    'title',
  ],
  [
    'U+0000',
    [
      { name: 'title', value: 'a\0b' },
      { name: 'one', value: bytes(1) },
    ],
    400,
    'title',
  ],
  ['__proto__', [title, { name: '__proto__', value: 'x' }, { name: 'one', value: bytes(1) }], 400, ''],
  ['a hundred fields', Array.from({ length: 100 }, (_, n) => ({ name: `f${n}`, value: '' })), 400, ''],
  ['nothing', [], 400, ''],
])('%s is refused in the envelope', async (_, parts, code, message) => {
  const answer = await send(PAIR, parts);
  expect(answer).toMatchObject({ status: 200, code, data: {} });
  expect(answer.msg).toContain(message);
});

test('a malformed form is refused in the envelope', async () => {
  const type = 'multipart/form-data; boundary=b';
  for (const [contentType, payload] of [
    ['multipart/form-data', '--b\r\n\r\n--b--'],
    [type, 'no form'],
    [type, '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nhalf of it'],
    [type, '--b\r\ncontent-disposition: form-data; name="one"; filename="f"\r\n\r\nhalf of it'],
    [type, ''],
    ['application/json', '{"title":"Pair","one":"x"}'],
  ] as const) {
    const headers = { authorization: token, 'content-type': contentType };
    const response = await app.inject({ method: 'POST', url: `/v2/${PAIR}`, headers, payload });
    expect([response.statusCode, response.json().code]).toEqual([200, 400]);
  }
});

test('files of a request without a session are not read', async () => {
  const parts = [title, { name: 'one', value: bytes(5000) }];
  expect(await send(PAIR, parts, { authorization: '' })).toMatchObject({ status: 401, code: 401 });
});

test('calls that take JSON refuse a form with files', async () => {
  expect(await send('account/update', [{ name: 'city', value: 'Chur' }])).toMatchObject({ status: 200, code: 400 });
  expect(await sql`select city from users where id = ${id}`).toEqual([{ city: '' }]);
});

test('a change with a file is done once for its key; the same key for other bytes is refused', async () => {
  const key = { 'idempotency-key': 'picture' };
  const [one, other] = [await drawnPng(64), await drawnPng(65)];
  const parts = (picture: Uint8Array) => [{ name: 'picture', value: picture }];
  const first = await send('account/picture', parts(one), key);
  expect(first.code).toBe(200);
  expect(await send('account/picture', parts(one), key)).toEqual(first);
  expect((await send('account/picture', parts(other), key)).code).toBe(1018);
  expect(await sql`select from audit_log where user_id = ${id}`).toHaveLength(1);
});

test('the sign of a form with files is that of the empty string', async () => {
  const strict = await testServer({ ENFORCE_SIGN: 'on' });
  const md5 = (of: string | Uint8Array) => createHash('md5').update(of).digest('hex').toUpperCase();
  expect(md5('')).toBe('D41D8CD98F00B204E9800998ECF8427E');
  const who = await strict.signedIn((await makeUser(strict.sql)).id);
  const one = bytes(10);
  const parts = [title, { name: 'one', value: one }];
  const code = async (sign: string) => (await send(PAIR, parts, { authorization: who, sign }, strict.app)).code;
  expect(await code(md5(''))).toBe(200);
  for (const other of [
    md5(signedText({ title: 'Pair', one: md5(one) })),
    md5(multipartOf(parts).payload),
    md5('{}'),
    '',
  ])
    expect(await code(other)).toBe(400);
});

test('a sender of far more than the limit is answered while it still sends', async () => {
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const head = '--b\r\ncontent-disposition: form-data; name="picture"; filename="f"\r\ncontent-type: image/png\r\n\r\n';
  const answer = (length: string, chunk: (part: Buffer) => Buffer) =>
    new Promise<string>((resolve, reject) => {
      const socket = openSocket(port, '127.0.0.1', () => {
        socket.write(
          `POST /v2/account/picture HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\n${length}\r\n\r\n`,
        );
        socket.write(chunk(Buffer.from(head)));
        const more = () => {
          while (!socket.destroyed && socket.write(chunk(Buffer.alloc(65_536, 7))));
        };
        socket.on('drain', more);
        more();
      });
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString());
      });
      socket.on('error', reject);
    });
  const sized = await answer('content-length: 50000000000', (part) => part);
  expect(sized).toContain('"code":1373');
  const chunked = await answer('transfer-encoding: chunked', (part) =>
    Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
  );
  expect(chunked).toContain('"code":1373');
});

test('a session that ends while its file is received changes nothing', async () => {
  const other = await makeUser(sql);
  const leaving = await signedIn(other.id);
  const port = (app.server.address() as { port: number }).port;
  const parts = multipartOf([{ name: 'picture', value: await drawnPng() }]);
  const payload = Buffer.from(parts.payload);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = openSocket(port, '127.0.0.1', async () => {
      socket.write(
        `POST /v2/account/picture HTTP/1.1\r\nhost: x\r\nauthorization: ${leaving}\r\ncontent-type: ${parts.headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
      );
      socket.write(payload.subarray(0, 60));
      // The head was read before the session ends.
      await new Promise((done) => setTimeout(done, 200));
      const out = await app.inject({
        method: 'POST',
        url: '/v2/account/loginOut',
        headers: { authorization: leaving },
        payload: {},
      });
      expect(out.json()).toMatchObject({ code: 200 });
      socket.write(payload.subarray(60));
    });
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString());
    });
    socket.on('error', reject);
  });
  expect(answer).toContain('HTTP/1.1 401');
  expect(await sql`select from user_pictures where user_id = ${other.id}`).toEqual([]);
});
