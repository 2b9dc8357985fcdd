// Compression of responses: from 1 KB on, for clients that accept it, and never of one that holds a secret.
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Call } from '@heliograph/contract/call.ts';
import { calls, type Path } from '@heliograph/contract/calls.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { isCompressed } from './compress.ts';

const { app, sql, signedIn } = await testServer({ PORTAL_ORIGINS: 'https://portal.example.com' });
const user = await makeUser(sql);
const sid = await makeSite(sql, { companyId: user.companyId });
await makeDevice(sql, { sid });
for (let more = 0; more < 30; more++) await makeSite(sql, { companyId: user.companyId });
const authorization = await signedIn(user.id);

const ask = (path: Path, payload: object, encoding?: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `/v2/${path}`,
    headers: { authorization, ...(encoding === undefined ? {} : { 'accept-encoding': encoding }), ...headers },
    payload,
  });
const page = { page: { size: 50, num: 0 } };
const plain = await ask('site/listWithSN', page);

test('a response without accept-encoding is not compressed', () => {
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers.vary).toContain('accept-encoding');
  expect(plain.rawPayload.length).toBeGreaterThan(20_000);
  expect(plain.json()).toMatchObject({ code: 200, data: { total: 31 } });
});

test.each([
  ['gzip', 'gzip, deflate', gunzipSync],
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['zstd', 'gzip, deflate, br, zstd', zstdDecompressSync],
  ['gzip', 'br;q=0, zstd; q=0.0, GZIP;q=0.5', gunzipSync],
] as const)(
  '%s, the preferred encoding of "%s", holds the same text in a fraction of the bytes',
  async (encoding, accepted, open) => {
    const { headers, rawPayload } = await ask('site/listWithSN', page, accepted);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['content-length']).toBe(String(rawPayload.length));
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    expect(JSON.parse(open(rawPayload).toString())).toEqual(plain.json());
  },
);

test.each(['', 'identity', 'deflate', 'gzip;q=0', 'x-gzip', 'zstdx', '*;q=0'])(
  '"%s" accepts no compression',
  async (accepted) => {
    const { headers, body } = await ask('site/listWithSN', page, accepted);
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(body)).toEqual(plain.json());
  },
);

test('a long text, compressed in another thread, is complete', async () => {
  const whole = (await app.inject({ url: '/openapi.json' })).body;
  expect(whole.length).toBeGreaterThan(100_000);
  const { headers, rawPayload } = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'br' } });
  expect(headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(rawPayload).toString()).toBe(whole);
});

test('a response below 1 KB and a refusal are not compressed', async () => {
  for (const [path, body] of [
    ['common/lan', {}],
    ['site/overview', { sid: 'DE_20260101_nobody' }],
  ] as const) {
    const { headers } = await ask(path, body, 'gzip, br, zstd');
    expect(headers['content-encoding']).toBeUndefined();
  }
});

test('vary names both origin and encoding for another portal', async () => {
  const { headers } = await ask('site/listWithSN', page, 'gzip', { origin: 'https://portal.example.com' });
  expect(headers.vary).toBe('origin, accept-encoding');
  expect(headers['access-control-allow-origin']).toBe('https://portal.example.com');
});

describe('secrets', () => {
  /** Names of all fields, at any depth. */
  const fieldsOf = (schema: unknown): string[] => {
    if (schema === null || typeof schema !== 'object') return [];
    const own = Object.keys((schema as { properties?: object }).properties ?? {});
    return [...own, ...Object.values(schema).flatMap(fieldsOf)];
  };

  /** Counts, times and names of secrets. */
  const HARMLESS: Partial<Record<Path, readonly string[]>> = {
    'account/endSession': ['revokedTokens'],
    'account/updatePassword': ['revokedTokens'],
    'webhook/list': ['previousSecretUntilIso', 'token'],
  };

  test.each(Object.keys(calls) as Path[])('%s holds no secret or is not compressed', (path) => {
    const { response, ...call } = calls[path] as Call;
    if (call.answers === 'file') return expect(isCompressed(call)).toBe(false);
    const names = fieldsOf(z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' }));
    // Whether a password is needed is none.
    const secrets = names.filter(
      (name) => /token|secret|(?<!needs)password|authorization/i.test(name) && !HARMLESS[path]?.includes(name),
    );
    expect(isCompressed(call) ? secrets : []).toEqual([]);
  });

  test('a sign-in is never compressed', async () => {
    expect(isCompressed(calls['sign-in'])).toBe(false);
    const { headers } = await ask('common/portal', {}, 'gzip, br, zstd');
    expect(headers['content-encoding']).toBeUndefined();
  });
});

test('answers to devices and the live stream are never compressed', async () => {
  const encodings = { 'accept-encoding': 'gzip, br, zstd' };
  const frame = await app.inject({ method: 'POST', url: '/i.php', headers: encodings, payload: 'no frame' });
  const stream = await app.inject({ url: '/live?sid=x', headers: encodings });
  for (const { headers } of [frame, stream]) {
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).not.toContain('accept-encoding');
  }
});
