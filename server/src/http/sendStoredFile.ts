// A file that is kept in pieces, sent whole or a range of it, as fast as it is taken; no connection of the database is held between two pieces.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asAttachment, IDLE_MS } from './sendFile.ts';

export interface KeptFile {
  fileName: string;
  /** Its content type. */
  type: string;
  bytes: number;
  /** Hex. */
  sha256: string;
  /** Of each piece but the last. */
  pieceBytes: number;
  /** Undefined: it was deleted meanwhile. */
  pieceOf(piece: number): Promise<Uint8Array | undefined>;
  /** Takes a place among those that download; gives what gives it back, or null: there is none. */
  take(): (() => void) | null;
}

interface Range {
  start: number;
  /** Included. */
  end: number;
}

export function sendKept(request: FastifyRequest, reply: FastifyReply, file: KeptFile): FastifyReply {
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
  const leave = file.take();
  if (!leave) {
    for (const name of ['content-length', 'content-range', 'content-disposition']) reply.removeHeader(name);
    return reply.status(429).headers({ 'retry-after': '10', 'content-type': 'text/plain; charset=utf-8' }).send('');
  }
  request.socket.setTimeout?.(IDLE_MS);
  return reply.send(Readable.from(bytesOf(file, { start, end }, leave)));
}

async function* bytesOf(
  { pieceBytes, pieceOf, fileName }: KeptFile,
  { start, end }: Range,
  leave: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = Math.floor(start / pieceBytes); piece * pieceBytes <= end; piece++) {
      const first = piece * pieceBytes;
      const bytes = await pieceOf(piece);
      // Deleted meanwhile: the connection breaks, and nobody takes half for the whole.
      if (!bytes) throw new Error(`piece ${piece} of ${fileName} is missing`);
      yield bytes.subarray(Math.max(0, start - first), end - first + 1);
    }
  } finally {
    leave();
  }
}

/** Undefined: all of it, as for several ranges at once and what is no range; null: none of it is there. */
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
