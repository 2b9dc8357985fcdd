// Compresses responses from 1 KB on, when the client accepts it and they get smaller.
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Call } from '@heliograph/contract/call.ts';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';

/** Below, the response fits into one packet either way. */
const MIN_BYTES = 1024;
/** Up to this size compressing takes 0.2 ms at most, less than passing it to another thread. */
const SYNC_BYTES = 64 * 1024;

type Compress = (text: Buffer) => Buffer | Promise<Buffer>;

function bySize<Options>(
  sync: (text: Buffer, options: Options) => Buffer,
  threaded: (text: Buffer, options: Options) => Promise<Buffer>,
  options: Options,
): Compress {
  return (text) => (text.length <= SYNC_BYTES ? sync(text, options) : threaded(text, options));
}

const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = zlib.constants;
/** Encodings, the preferred one first: a list of 50 plants, 108 KB, takes 70, 200 and 280 us. */
const ENCODINGS = new Map<string, Compress>([
  ['zstd', bySize(zlib.zstdCompressSync, promisify(zlib.zstdCompress), { params: { [ZSTD_c_compressionLevel]: 3 } })],
  ['br', bySize(zlib.brotliCompressSync, promisify(zlib.brotliCompress), { params: { [BROTLI_PARAM_QUALITY]: 4 } })],
  ['gzip', bySize(zlib.gzipSync, promisify(zlib.gzip), { level: 4 })],
]);

/** For pages, which may be loaded over any line: half a millisecond more for a tenth fewer bytes. */
const PAGE_ENCODINGS = new Map<string, Compress>([
  ['br', bySize(zlib.brotliCompressSync, promisify(zlib.brotliCompress), { params: { [BROTLI_PARAM_QUALITY]: 5 } })],
  ...[...ENCODINGS].filter(([encoding]) => encoding !== 'br'),
]);

/** Returns the first of the encodings that a client accepts and does not exclude ("br;q=0"). */
export function acceptedEncoding(
  header: string | string[] | undefined,
  encodings: ReadonlyMap<string, unknown>,
): string | undefined {
  const accepted = new Set<string>();
  for (const entry of String(header ?? '').split(',', 20)) {
    const [name, ...parameters] = entry.trim().toLowerCase().split(';');
    if (name && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))) accepted.add(name);
  }
  return [...encodings.keys()].find((encoding) => accepted.has(encoding));
}

/**
 * A compressed response that holds a secret would reveal parts of it by its length to somebody who reads along and chooses
 * some of its text. Other responses hold only what the session itself may see, and need a header that no other page can send.
 */
export const isCompressed = ({ answers, returnsSecret }: Pick<Call, 'answers' | 'returnsSecret'>): boolean =>
  answers === 'json' && !returnsSecret;

/** Compresses a page, as `compress` does. */
export const compressPage = (request: FastifyRequest, reply: FastifyReply, html: string): Promise<string | Buffer> =>
  compress(request, reply, html, PAGE_ENCODINGS);

/** Returns what is sent for a text, and sets the headers that describe it. */
export async function compress(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string | Buffer,
  encodings: ReadonlyMap<string, Compress> = ENCODINGS,
): Promise<string | Buffer> {
  if (text.length < MIN_BYTES) return text;
  const before = reply.getHeader('vary');
  reply.header('vary', before ? `${String(before)}, accept-encoding` : 'accept-encoding');
  const encoding = acceptedEncoding(request.headers['accept-encoding'], encodings);
  const encode = encoding && encodings.get(encoding);
  if (!encode) return text;
  const plain = typeof text === 'string' ? Buffer.from(text) : text;
  const small = await encode(plain);
  if (small.length >= plain.length) return text;
  reply.header('content-encoding', encoding).removeHeader('content-length');
  return small;
}

/** Hook for routes that answer JSON. Uses `next` where it can: most responses are short and need no promise. */
export const compressed: onSendHookHandler = (request, reply, payload, next) => {
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (!isText || payload.length < MIN_BYTES) next(null, payload);
  else compress(request, reply, payload).then((small) => next(null, small), next);
};
