// Texts for everybody: built once, in every encoding equal to the text, and not sent again to a client that has it.
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { prebuilt } from './prebuilt.ts';

const TEXT = '<p>a text</p>\n'.repeat(5000);

test('sends the text in the encoding of the client, and 304 to one that has it', async () => {
  let builds = 0;
  const send = prebuilt(() => {
    builds++;
    return TEXT;
  });
  const app = Fastify();
  app.get('/', (request, reply) => send(request, reply));
  const get = async (headers: Record<string, string> = {}) => await app.inject({ url: '/', headers });
  const plain = await get();
  expect([plain.statusCode, plain.body === TEXT, plain.headers['content-encoding']]).toEqual([200, true, undefined]);
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const [first, second] = await Promise.all([
      get({ 'accept-encoding': encoding }),
      get({ 'accept-encoding': encoding }),
    ]);
    expect([first.headers['content-encoding'], first.headers.vary]).toEqual([encoding, 'accept-encoding']);
    expect(String(decode(first.rawPayload))).toBe(TEXT);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  }
  const again = await get({ 'if-none-match': String(plain.headers.etag), 'accept-encoding': 'br' });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await get({ 'if-none-match': 'W/"other"' })).statusCode).toBe(200);
  expect(builds).toBe(1);
});
