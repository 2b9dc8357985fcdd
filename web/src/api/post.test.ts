// @vitest-environment node
// Requests on the wire and retries, against a real HTTP server with scripted answers.
import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError, HttpFailure, messageOf } from './failures.ts';
import { download, type Line, post, sign } from './post.ts';

interface ReceivedRequest {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}
/** An HTTP status, an envelope, a file, half of one, or `hang up` / `never`. */
type Answer = number | object | 'file' | 'half' | 'hangUp' | 'never';

let server: Server;
let line: Line;
let requests: ReceivedRequest[] = [];
let answers: Answer[] = [];
let waits: number[] = [];
let statuses: number[] = [];
let expirations = 0;
let renewals: [string, string][] = [];
let newToken: string | null = null;
let retryAfter: string | null = null;
let token = 'secret-token';
let disposition = 'attachment; filename="a.csv"';

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push({ url: request.url!, headers: request.headers, body });
    const answer = answers.shift() ?? 500;
    if (answer === 'hangUp') return void request.socket.destroy();
    if (answer === 'never') return;
    if (answer === 'file' || answer === 'half') {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': disposition });
      response.write('Time,Power');
      if (answer === 'file') response.end();
      else response.write('\r\n', () => request.socket.destroy());
      return;
    }
    response.writeHead(typeof answer === 'number' ? answer : 200, {
      'content-type': 'application/json',
      ...(newToken === null ? {} : { 'new-token': newToken }),
      ...(retryAfter === null ? {} : { 'retry-after': retryAfter }),
    });
    response.end(typeof answer === 'number' ? 'no' : JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  line = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: () => token,
    lan: 3,
    oem: () => 'heliograph',
    app: () => 7,
    wait: async (ms) => void waits.push(ms),
    timeoutMs: () => 10_000,
    onStatus: (status) => void statuses.push(status),
    renewed: (before, token) => {
      renewals.push([before, token]);
    },
    expired: () => {
      expirations++;
      token = '';
    },
  };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  answers = [];
  waits = [];
  statuses = [];
  expirations = 0;
  renewals = [];
  newToken = null;
  retryAfter = null;
  token = 'secret-token';
});

const ok = (data: object) => ({ code: 200, msg: 'Success', data });

test('a renewed token is passed on together with the token that it replaces', async () => {
  newToken = 'next-token';
  answers = [ok({})];
  await post('account/info', {}, {}, line);
  expect(renewals).toEqual([['secret-token', 'next-token']]);
});
const ask = (options = {}) => post('site/overview', { sid: 'DE_20261121_k7Qm4x' }, options, line);
const failure = async (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

test('a call that finds the server busy is repeated once after the time that the server names', async () => {
  const busy = { code: 1657, msg: 'Busy. Try again in 4 s.', data: {} };
  retryAfter = '4';
  answers = [busy, ok({ status: 0 })];
  expect(await ask()).toEqual({ status: 0 });
  expect(waits).toEqual([4000]);
  answers = [busy, busy, ok({})];
  expect(await failure(ask())).toMatchObject({ code: 1657, message: 'Busy. Try again in 4 s.' });
  retryAfter = '30';
  answers = [busy, ok({})];
  expect(await failure(ask())).toMatchObject({ code: 1657, retryAfterS: 30 });
  expect(waits).toEqual([4000, 4000]);
});

describe('the request', () => {
  test('has the headers of the specification and a signature of its body', async () => {
    answers = [ok({ status: 0 })];
    expect(await ask()).toEqual({ status: 0 });
    const { url, headers, body } = requests[0]!;
    expect(url).toBe('/v2/site/overview');
    expect(headers).toMatchObject({
      authorization: 'secret-token',
      lan: '3',
      client: 'web',
      oem: 'heliograph',
      app: '7',
      'content-type': 'application/json',
    });
    const md5 = createHash('md5').update(body.replaceAll('e', 'E')).digest('hex').toUpperCase();
    expect(headers.sign).toBe(md5);
    expect(headers['idempotency-key']).toBeUndefined();
  });

  test('is not sent with a number that JSON has no text for, which would arrive as null', async () => {
    const limit = (most: number) =>
      post('site/limitRule/setUp', { sid: 'DE_1', revision: 1, kind: 'feedIn', most }, {}, line);
    expect(await failure(limit(Number.NaN))).toEqual(new TypeError('"most" is no number: NaN'));
    const file = { device: Number.NaN, picture: new Uint8Array(1) } as unknown as string;
    expect(await failure(post('site/overview', file, {}, line))).toEqual(new TypeError('"device" is no number: NaN'));
    expect(requests).toEqual([]);
  });

  test('has a string body form-encoded', async () => {
    answers = [ok({})];
    await post('site/overview', 'sid=DE_20261121_k7Qm4x', {}, line);
    expect(requests[0]!.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(requests[0]!.body).toBe('sid=DE_20261121_k7Qm4x');
    expect(requests[0]!.headers.sign).toBe(sign('sid=DE_20261121_k7Qm4x'));
  });

  test('is signed with text of any script, and without a body as the empty string', () => {
    expect(sign({ siteName: '三鷹市' })).toBe(
      createHash('md5').update('{"sitENamE":"三鷹市"}').digest('hex').toUpperCase(),
    );
    expect(sign(undefined)).toBe('D41D8CD98F00B204E9800998ECF8427E');
  });

  test('has the same idempotency key in the retry of a change, and another key for another change', async () => {
    answers = [500, ok({}), ok({})];
    await ask({ changes: true });
    await ask({ changes: true });
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});

describe('an unanswered change', () => {
  const create = (siteName: string) =>
    post('site/updateFast', { sid: 'DE_20261121_k7Qm4x', siteName }, { changes: true }, line);
  const keys = () => requests.map(({ headers }) => headers['idempotency-key']);
  test('keeps its key when it is repeated, and gets another key when its content differs', async () => {
    answers = [500, 'hangUp', 502, 503, ok({})];
    await failure(create('Hill'));
    await failure(create('Hill'));
    await failure(create('Hill 2'));
    await create('Hill');
    const [first, retried, repeated, other, last] = keys();
    expect([retried, repeated, last]).toEqual([first, first, first]);
    expect(other).not.toBe(first);
  });
  test.each<[string, Answer]>([
    ['was applied', ok({})],
    ['was refused', { code: 1019, msg: 'changed', data: {} }],
  ])('gets a new key after any change %s', async (_, answer) => {
    answers = [502, answer, ok({})];
    await failure(create('Hill'));
    await failure(create('Valley'));
    await create('Hill');
    expect(new Set(keys()).size).toBe(3);
  });
});

test('a change that is still in progress keeps its key', async () => {
  answers = [{ code: 1371, msg: 'still', data: {} }, ok({})];
  const change = () => post('account/update', { city: 'Chur' }, { changes: true }, line);
  expect(await failure(change())).toMatchObject({ code: 1371 });
  await change();
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

describe('files', () => {
  const readings = () => download('device/history/download', { sn: '7ABCDEF0', start: '2026-06-15' }, {}, line);
  test('are returned with their name', async () => {
    answers = ['file'];
    const { name, content } = await readings();
    expect([name, await content.text()]).toEqual(['a.csv', 'Time,Power']);
  });
  test('keep the non-ASCII letters of their name', async () => {
    answers = ['file'];
    const plain = disposition;
    disposition = `attachment; filename="_____a.csv"; filename*=UTF-8''${encodeURIComponent('西溪茶庄 a.csv')}`;
    expect((await readings()).name).toBe('西溪茶庄_a.csv');
    disposition = plain;
  });
  test('can be refused like any call, and fail when the download breaks off', async () => {
    answers = [{ code: 1006, msg: 'no such device', data: {} }];
    expect(await failure(readings())).toMatchObject({ code: 1006 });
    answers = ['half', 'half'];
    expect(await failure(readings())).toMatchObject({ status: 0 });
  });
  test('are sent as a form, signed as the empty string, and keep their key in the retry', async () => {
    answers = [500, ok({ headerImg: '', fullHeaderImg: '' })];
    const picture = new Uint8Array([1, 2, 255]);
    await post('account/picture', { picture }, { changes: true }, line);
    for (const { headers, body } of requests) {
      expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
      expect(headers.sign).toBe('D41D8CD98F00B204E9800998ECF8427E');
      expect(body).toContain('name="picture"; filename="picture"');
    }
    expect(requests).toHaveLength(2);
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });
  test('with other bytes are another change', async () => {
    answers = [502, 502, ok({ headerImg: '', fullHeaderImg: '' })];
    const send = (byte: number) =>
      failure(post('account/picture', { picture: new Uint8Array([byte]) }, { changes: true }, line));
    await send(1);
    await send(1);
    await send(2);
    const [first, repeated, other] = requests.map(({ headers }) => headers['idempotency-key']);
    expect(repeated).toBe(first);
    expect(other).not.toBe(first);
  });
});

describe('the retry', () => {
  test.each<[Answer, string]>([
    [500, '500'],
    [501, '501'],
    [400, '400'],
    [408, '408'],
    [429, '429'],
    ['hangUp', 'a lost connection'],
  ])('is sent once, after a second, after %s (%s)', async (first) => {
    answers = [first, ok({ fine: true })];
    expect(await ask()).toEqual({ fine: true });
    expect(waits).toEqual([1000]);
    expect(requests).toHaveLength(2);
  });
  test('is sent after an answer that takes too long', async () => {
    answers = ['never', ok({ fine: true })];
    const timeoutsMs = [30, 10_000];
    const impatient = { ...line, timeoutMs: () => timeoutsMs.shift()! };
    await expect(post('site/overview', { sid: 'x' }, {}, impatient)).resolves.toEqual({ fine: true });
    expect(waits).toEqual([1000]);
  });
  test('is not repeated', async () => {
    answers = [500, 500, ok({})];
    expect(await failure(ask())).toMatchObject({ status: 500 });
    expect(requests).toHaveLength(2);
  });
  test.each([403, 404, 502, 503, 504, 505])('is not sent after %i', async (status) => {
    answers = [status, ok({})];
    const error = await failure(ask());
    expect(error).toBeInstanceOf(HttpFailure);
    expect(error).toMatchObject({ status });
    expect(requests).toHaveLength(1);
    expect(waits).toEqual([]);
  });
  test('is not sent after a refusal, which keeps its message and code', async () => {
    answers = [{ code: 1005, msg: 'Diese Anlage gibt es nicht', data: {} }, ok({})];
    const error = await failure(ask());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 1005, message: 'Diese Anlage gibt es nicht' });
    expect(requests).toHaveLength(1);
  });
  test('is not sent after the call was aborted', async () => {
    const aborted = new AbortController();
    answers = [500, ok({})];
    const leaving = { ...line, wait: async () => aborted.abort(new Error('left')) };
    await expect(post('site/overview', { sid: 'x' }, { signal: aborted.signal }, leaving)).rejects.toThrow('left');
    expect(requests).toHaveLength(1);
  });
});

describe('the connection', () => {
  test.each<[Answer, number]>([
    [ok({}), 200],
    [{ code: 1005, msg: 'no', data: {} }, 200],
    [502, 502],
    [403, 403],
  ])('receives the status of an answer: %o', async (answer, status) => {
    answers = [answer];
    await failure(ask());
    expect(statuses).toEqual([status]);
  });
  test('receives at the first attempt that there was no response', async () => {
    answers = ['hangUp', ok({})];
    await ask();
    expect(statuses).toEqual([0, 200]);
  });
  test('receives nothing of an aborted call', async () => {
    const aborted = new AbortController();
    aborted.abort(new Error('left'));
    await expect(post('site/overview', { sid: 'x' }, { signal: aborted.signal }, line)).rejects.toThrow('left');
    expect(statuses).toEqual([]);
  });
});

describe('401', () => {
  test('as HTTP status ends the session', async () => {
    answers = [401, 401];
    expect(await failure(ask())).toMatchObject({ status: 401 });
    expect(requests).toHaveLength(2);
    expect(expirations).toBe(1);
  });
  test('is retried with the current token, because another tab may have signed in again', async () => {
    answers = [401, ok({ fine: true })];
    const signsIn = {
      ...line,
      wait: async () => {
        token = 'new-token';
      },
    };
    expect(await post('site/overview', { sid: 'x' }, {}, signsIn)).toEqual({ fine: true });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['secret-token', 'new-token']);
    expect(expirations).toBe(0);
  });
  test('in the envelope is a refusal and does not end the session: wrong credentials at sign-in', async () => {
    answers = [{ code: 401, msg: 'Wrong e-mail or password', data: {} }];
    expect(await failure(ask())).toBeInstanceOf(ApiError);
    expect(expirations).toBe(0);
  });
});

test('failures have the messages of the specification', () => {
  const translate = (key: string, { url }: { url: string }) => (key === 'errors.address' ? `${key} ${url}` : key);
  const messageOfStatus = (status: number) => messageOf(new HttpFailure(status, '/v2/x'), translate);
  expect([401, 403, 404, 500, 0, 503].map(messageOfStatus)).toEqual([
    'errors.expired',
    'errors.noAccess',
    'errors.address /v2/x',
    'errors.server',
    'errors.server',
    'errors.server',
  ]);
  expect(messageOf(new ApiError(1005, 'No such plant'), translate)).toBe('No such plant');
});
