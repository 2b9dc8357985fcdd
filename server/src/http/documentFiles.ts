// Serves files of documents at the addresses that configuration/documentation/link gives, whole or a range, while their session may read them.
import { configurationDocumentationLink } from '@heliograph/contract/calls/configuration/documentation/link.ts';
import { DOCUMENT_TYPES, type DocumentType } from '@heliograph/contract/documents.ts';
import type { FastifyInstance } from 'fastify';
import type { Sessions } from '../access/session.ts';
import type { Context } from '../context.ts';
import { STORED_CHUNK_BYTES, setDocumentReader } from '../documents/documents.ts';
import { answerUnknown } from './errors.ts';
import { ticketHolder } from './fileTickets.ts';
import { type StoredFile, sendStoredFile } from './sendStoredFile.ts';
import { inTransaction } from './transactions.ts';

interface Document extends Pick<StoredFile, 'fileName' | 'bytes' | 'sha256'> {
  type: DocumentType;
}

export function serveDocuments(app: FastifyInstance, context: Context, sessions: Sessions): void {
  app.get<{ Params: { id: string; ticket: string } }>('/files/document/:id/:ticket', async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    const { id, ticket: text } = request.params;
    const holder = await ticketHolder(context, sessions, {
      kind: 'document',
      call: configurationDocumentationLink,
      id,
      text,
    });
    const document = holder && (await documentOf(holder));
    // The same answer for forged, expired, forbidden and deleted.
    if (!holder || !document) return answerUnknown(request, reply);
    return sendStoredFile(request, reply, {
      ...document,
      type: DOCUMENT_TYPES[document.type],
      pieceBytes: STORED_CHUNK_BYTES,
      pieceOf: (piece) => pieceOf(holder, piece),
      take: () => context.downloads.tryAcquire(holder.session.userId, context.clock.now().getTime()),
    });
  });

  type Holder = NonNullable<Awaited<ReturnType<typeof ticketHolder>>>;

  async function documentOf({ id, session }: Holder): Promise<Document | undefined> {
    return await inTransaction(context, session, 'read only', async (sql) => {
      await setDocumentReader(sql, session);
      const [document] = await sql<Document[]>`
        select file_name, type, bytes, encode(sha256, 'hex') as sha256 from documents where id = ${id} and sha256 is not null`;
      return document;
    });
  }

  async function pieceOf({ id, session }: Holder, piece: number): Promise<Uint8Array | undefined> {
    return await inTransaction(context, session, 'read only', async (sql) => {
      await setDocumentReader(sql, session);
      const [row] = await sql<{ bytes: Buffer }[]>`
        select bytes from document_pieces where document_id = ${id} and piece = ${piece}`;
      return row?.bytes;
    });
  }
}
