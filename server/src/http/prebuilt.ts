// Responses that are the same for every client: built and compressed once per process, with an ETag for revalidation.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from './compress.ts';

const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = zlib.constants;
/** Stronger than compress.ts, because each runs only once, in libuv's thread pool. */
const ENCODINGS = new Map<string, (text: Buffer) => Promise<Buffer>>([
  ['br', (text) => promisify(zlib.brotliCompress)(text, { params: { [BROTLI_PARAM_QUALITY]: 9 } })],
  ['zstd', (text) => promisify(zlib.zstdCompress)(text, { params: { [ZSTD_c_compressionLevel]: 12 } })],
  ['gzip', (text) => promisify(zlib.gzip)(text, { level: 9 })],
]);

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Returns a handler that sends the text; `make` builds it on the first request. The caller sets the content type. */
export function prebuilt(make: () => string): Send {
  let built: { text: Buffer; etag: string; encoded: Map<string, Promise<Buffer>> } | undefined;
  const build = () => {
    const text = Buffer.from(make());
    const etag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    return { text, etag, encoded: new Map<string, Promise<Buffer>>() };
  };
  return async (request, reply) => {
    built ??= build();
    const { text, etag, encoded } = built;
    reply.headers({ 'cache-control': 'public, max-age=300', vary: 'accept-encoding', etag: `W/"${etag}"` });
    if (request.headers['if-none-match']?.includes(`"${etag}"`)) return reply.status(304).send();
    const encoding = acceptedEncoding(request.headers['accept-encoding'], ENCODINGS);
    if (encoding === undefined) return reply.send(text);
    const bytes = encoded.get(encoding) ?? ENCODINGS.get(encoding)!(text);
    encoded.set(encoding, bytes);
    return reply.header('content-encoding', encoding).send(await bytes);
  };
}
