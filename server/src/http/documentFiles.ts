// Files of documents at the addresses that configuration/documentation/link gives: whole or a range of them, while their session lasts and may read them.
import { Readable } from 'node:stream';
import { configurationDocumentationLink } from '@heliograph/contract/calls/configuration/documentation/link.ts';
import { DOCUMENT_TYPES, type DocumentType } from '@heliograph/contract/documents.ts';
import type { FastifyInstance } from 'fastify';
import type { Context, Session } from '../context.ts';
import type { Sessions } from '../session.ts';
import { askDocuments, DOCUMENT_PIECE_BYTES } from '../sql/documents.ts';
import { type DocumentTicket, isGenuine, ticketOf } from '../wire/documentRow.ts';
import { answerUnknown } from './errors.ts';
import { asAttachment, IDLE_MS } from './sendFile.ts';
import { isAllowed } from './serve.ts';
import { inTransaction } from './transactions.ts';

interface Document {
  fileName: string;
  type: DocumentType;
  bytes: number;
  sha256: string;
}

interface Range {
  start: number;
  /** Included. */
  end: number;
}

export function serveDocuments(app: FastifyInstance, context: Context, sessions: Sessions): void {
  app.get<{ Params: { id: string; ticket: string } }>('/files/document/:id/:ticket', async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    const asked = await askedOf(request.params.id, request.params.ticket);
    const document = asked && (await documentOf(asked));
    // The same answer for what is wrong, over, forbidden and gone.
    if (!asked || !document) return answerUnknown(request, reply);
    const tag = `"${document.sha256}"`;
    reply.headers({
      'content-type': DOCUMENT_TYPES[document.type],
      'content-disposition': asAttachment(document.fileName),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'accept-ranges': 'bytes',
      etag: tag,
    });
    const isSame = (request.headers['if-range'] ?? tag) === tag;
    const range = isSame ? rangeOf(request.headers.range, document.bytes) : undefined;
    if (range === null) {
      return reply
        .status(416)
        .headers({ 'content-range': `bytes */${document.bytes}`, 'content-type': 'text/plain; charset=utf-8' })
        .send('');
    }
    const { start, end } = range ?? { start: 0, end: document.bytes - 1 };
    if (range) reply.status(206).header('content-range', `bytes ${start}-${end}/${document.bytes}`);
    reply.header('content-length', end - start + 1);
    if (request.method === 'HEAD') return reply.send(Readable.from([]));
    const leave = context.downloads.take(asked.session.userId, context.clock.now().getTime());
    if (!leave) {
      for (const name of ['content-length', 'content-range', 'content-disposition']) reply.removeHeader(name);
      return reply.status(429).headers({ 'retry-after': '10', 'content-type': 'text/plain; charset=utf-8' }).send('');
    }
    request.socket.setTimeout?.(IDLE_MS);
    return reply.send(Readable.from(bytesOf(asked, { start, end }, leave)));
  });

  async function askedOf(id: string, text: string): Promise<(DocumentTicket & { session: Session }) | undefined> {
    const ticket = ticketOf(id, text);
    if (!ticket || ticket.endsAt * 1000 <= context.clock.now().getTime()) return undefined;
    const [kept] = await context.sql<{ tokenHash: Buffer }[]>`
      select token_hash from sessions where id = ${ticket.sessionId}::bigint`;
    if (!kept || !isGenuine(ticket, kept.tokenHash)) return undefined;
    const session = (await sessions.check([ticket.sessionId])).get(ticket.sessionId);
    return session && !session.owesSecondFactor && isAllowed(configurationDocumentationLink, session)
      ? { ...ticket, session }
      : undefined;
  }

  async function documentOf({ id, session }: { id: number; session: Session }): Promise<Document | undefined> {
    return await inTransaction(context, session, 'read only', async (sql) => {
      await askDocuments(sql, session);
      const [document] = await sql<Document[]>`
        select file_name, type, bytes, encode(sha256, 'hex') as sha256 from documents where id = ${id}`;
      return document;
    });
  }

  /** Piece by piece, as fast as they are taken; no connection is held between two. */
  async function* bytesOf(
    { id, session }: { id: number; session: Session },
    { start, end }: Range,
    leave: () => void,
  ): AsyncGenerator<Uint8Array> {
    try {
      for (let piece = Math.floor(start / DOCUMENT_PIECE_BYTES); piece * DOCUMENT_PIECE_BYTES <= end; piece++) {
        const first = piece * DOCUMENT_PIECE_BYTES;
        const bytes = await inTransaction(context, session, 'read only', async (sql) => {
          await askDocuments(sql, session);
          const [row] = await sql<{ bytes: Buffer }[]>`
            select bytes from document_pieces where document_id = ${id} and piece = ${piece}`;
          return row?.bytes;
        });
        // Deleted meanwhile: the connection breaks, and nobody takes half for the whole.
        if (!bytes) throw new Error(`piece ${piece} of the document ${id} is missing`);
        yield bytes.subarray(Math.max(0, start - first), end - first + 1);
      }
    } finally {
      leave();
    }
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
