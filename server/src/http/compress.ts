// Compresses what calls answer: from 1 KB on, when the client takes it and it gets smaller.
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Call } from '@heliograph/contract/call.ts';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';

/** Below, the headers are most of the answer, and one packet carries it either way. */
const LEAST_BYTES = 1024;
/** Up to here it is done before another thread had begun: 0.2 ms at most. */
const AT_ONCE_BYTES = 64 * 1024;

type Compress = (text: Buffer) => Buffer | Promise<Buffer>;

function either<Options>(
  atOnce: (text: Buffer, options: Options) => Buffer,
  aside: (text: Buffer, options: Options) => Promise<Buffer>,
  options: Options,
): Compress {
  return (text) => (text.length <= AT_ONCE_BYTES ? atOnce(text, options) : aside(text, options));
}

const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = zlib.constants;
/** The first that the client takes: a list of 50 plants, 108 KB, takes 70, 200 and 280 us. */
const WAYS = new Map<string, Compress>([
  ['zstd', either(zlib.zstdCompressSync, promisify(zlib.zstdCompress), { params: { [ZSTD_c_compressionLevel]: 3 } })],
  ['br', either(zlib.brotliCompressSync, promisify(zlib.brotliCompress), { params: { [BROTLI_PARAM_QUALITY]: 4 } })],
  ['gzip', either(zlib.gzipSync, promisify(zlib.gzip), { level: 4 })],
]);

/** A page is read by who has nothing yet, on whatever line: half a millisecond for a tenth less. */
const PAGE_WAYS = new Map<string, Compress>([
  ['br', either(zlib.brotliCompressSync, promisify(zlib.brotliCompress), { params: { [BROTLI_PARAM_QUALITY]: 5 } })],
  ...[...WAYS].filter(([way]) => way !== 'br'),
]);

/** What a client says it takes, without what it refuses ("br;q=0"). */
function wayFor(accepted: string | string[] | undefined, ways: ReadonlyMap<string, Compress>): string | undefined {
  const taken = new Set<string>();
  for (const entry of String(accepted ?? '').split(',', 20)) {
    const [name, ...parameters] = entry.trim().toLowerCase().split(';');
    if (name && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))) taken.add(name);
  }
  return [...ways.keys()].find((way) => taken.has(way));
}

/**
 * A compressed response that holds a secret would reveal parts of it by its length to somebody who reads along and chooses
 * some of its text. Other responses hold only what the session itself may see, and need a header that no other page can send.
 */
export const isCompressed = ({ answers, returnsSecret }: Pick<Call, 'answers' | 'returnsSecret'>): boolean =>
  answers === 'json' && !returnsSecret;

/** What is sent for a page, with the headers that say so. */
export const smallestPage = (request: FastifyRequest, reply: FastifyReply, html: string): Promise<string | Buffer> =>
  smallest(request, reply, html, PAGE_WAYS);

/** The same for any text. */
export async function smallest(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  ways: ReadonlyMap<string, Compress> = WAYS,
): Promise<string | Buffer> {
  if (text.length < LEAST_BYTES) return text;
  const before = reply.getHeader('vary');
  reply.header('vary', before ? `${String(before)}, accept-encoding` : 'accept-encoding');
  const way = wayFor(request.headers['accept-encoding'], ways);
  if (!way) return text;
  const plain = Buffer.from(text);
  const small = await ways.get(way)!(plain);
  if (small.length >= plain.length) return text;
  reply.header('content-encoding', way).removeHeader('content-length');
  return small;
}

/** For routes that answer JSON. With `next` as far as it goes: most answers are short, and pass no promise. */
export const compressed: onSendHookHandler = (request, reply, payload, next) => {
  if (typeof payload !== 'string' || payload.length < LEAST_BYTES) next(null, payload);
  else smallest(request, reply, payload).then((small) => next(null, small), next);
};
