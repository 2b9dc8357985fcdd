// Sends a file that is stored in pieces, whole or a range, as fast as the client reads; it holds no database connection between two pieces.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asAttachment, IDLE_MS } from './sendFile.ts';

export interface StoredFile {
  fileName: string;
  /** Content type. */
  type: string;
  bytes: number;
  /** Hex. */
  sha256: string;
  /** Size of each piece except the last. */
  pieceBytes: number;
  /** Undefined when it was deleted meanwhile. */
  pieceOf(piece: number): Promise<Uint8Array | undefined>;
  /** Takes one of the concurrent downloads; returns the function that releases it, or null when all are taken. */
  take(): (() => void) | null;
}

interface Range {
  start: number;
  /** Inclusive. */
  end: number;
}

export function sendStoredFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile): FastifyReply {
  const tag = `"${file.sha256}"`;
  reply.headers({
    'content-type': file.type,
    'content-disposition': asAttachment(file.fileName),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
    etag: tag,
  });
  const isSame = (request.headers['if-range'] ?? tag) === tag;
  const range = isSame ? rangeOf(request.headers.range, file.bytes) : undefined;
  if (range === null) {
    return reply
      .status(416)
      .headers({ 'content-range': `bytes */${file.bytes}`, 'content-type': 'text/plain; charset=utf-8' })
      .send('');
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  if (range) reply.status(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`);
  reply.header('content-length', end - start + 1);
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const release = file.take();
  if (!release) {
    for (const name of ['content-length', 'content-range', 'content-disposition']) reply.removeHeader(name);
    return reply.status(429).headers({ 'retry-after': '10', 'content-type': 'text/plain; charset=utf-8' }).send('');
  }
  request.socket.setTimeout?.(IDLE_MS);
  return reply.send(Readable.from(bytesOf(file, { start, end }, release)));
}

async function* bytesOf(
  { pieceBytes, pieceOf, fileName }: StoredFile,
  { start, end }: Range,
  release: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = Math.floor(start / pieceBytes); piece * pieceBytes <= end; piece++) {
      const first = piece * pieceBytes;
      const bytes = await pieceOf(piece);
      // Breaks the connection, so that no client takes a part for the whole.
      if (!bytes) throw new Error(`piece ${piece} of ${fileName} is missing`);
      yield bytes.subarray(Math.max(0, start - first), end - first + 1);
    }
  } finally {
    release();
  }
}

/** Undefined: the whole file, also for several ranges and for malformed ones. Null: not satisfiable. */
function rangeOf(header: string | undefined, bytes: number): Range | null | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (from === '')
    return to === '0' || Number(to) === 0 ? null : { start: Math.max(0, bytes - Number(to)), end: bytes - 1 };
  const start = Number(from);
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== '' && Number(to) < start) return undefined;
  return start >= bytes ? null : { start, end };
}
