// Stores uploaded documents, in one request or in pieces: assigns series and publisher, extracts the text, writes both.
import { randomUUID } from 'node:crypto';
import type { DocumentType } from '@heliograph/contract/documents.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_DOCUMENT_GB, MAX_DOCUMENT_VERSIONS, MAX_DOCUMENTS } from '@heliograph/contract/limits.ts';
import type { ManualWriteContext, Session } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { countAttempt } from '../platform/limits/rateLimits.ts';
import { scanForViruses } from '../platform/outbound/virusScanner.ts';
import { STORED_CHUNK_BYTES } from './documents.ts';
import { beginDocuments, lockDocument, publisherOf } from './lockDocument.ts';
import { vectorOf } from './rules/searchWords.ts';
import { DocumentError, readDocument } from './text/readDocument.ts';
import type { DocumentTexts } from './text/texts.ts';

interface Placement {
  series: string;
  companyId: number | null;
}

/** Returns series and publisher of a new document, or of a new version of one. Refuses with tooManyDocuments and documentsFull when a limit is reached, and as `lockDocument`. */
export async function resolveSeries(
  sql: Transaction,
  session: Session,
  { replaces, bytes }: { replaces?: number | undefined; bytes: number },
): Promise<Placement> {
  const placement =
    replaces === undefined
      ? { series: randomUUID(), companyId: publisherOf(session) }
      : await lockDocument(sql, session, replaces);
  if (replaces === undefined) await beginDocuments(sql, session);
  const { series, companyId } = placement;
  // Serialized, so that the second of two concurrent uploads counts the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`documents of ${companyId}`}, 0))`;
  const [count] = await sql<{ documents: number; versions: number; bytes: number }[]>`
    select count(*)::int as documents, (count(*) filter (where series = ${series}))::int as versions,
      coalesce(sum(bytes), 0)::float8 as bytes
    from documents where company_id is not distinct from ${companyId}::int`;
  if (count!.documents >= MAX_DOCUMENTS) throw new ApiError('tooManyDocuments', { most: MAX_DOCUMENTS });
  if (count!.versions >= MAX_DOCUMENT_VERSIONS) throw new ApiError('tooManyDocuments', { most: MAX_DOCUMENT_VERSIONS });
  if (count!.bytes + bytes > MAX_DOCUMENT_GB * 2 ** 30) throw new ApiError('documentsFull', { gb: MAX_DOCUMENT_GB });
  return { series, companyId };
}

/**
 * Returns the text of a file, or the refusal if its type does not match its name, it cannot be read, or a virus is found in
 * it. `open`: opens the file from its beginning each time. Throws tooManyRequests if the user reads too many at once.
 */
export async function textsOf(
  { context, session, at }: ManualWriteContext,
  open: () => AsyncIterable<Uint8Array>,
  { type, bytes }: { type: DocumentType; bytes: number },
): Promise<DocumentTexts | ApiError> {
  await countAttempt(context, 'documents', session.userId);
  const release = context.documentReads.tryAcquire(session.userId, at.getTime());
  if (!release) throw new ApiError('tooManyRequests', { seconds: 10 });
  try {
    return (await scanForViruses(context, open())) ?? (await readDocument(open(), { type, bytes }));
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return new ApiError(error.reason === 'type' ? 'documentType' : 'documentUnreadable');
  } finally {
    release();
  }
}

interface Owner {
  id: number;
  companyId: number | null;
}

/** Stores bytes of a file. `offset`: their position in the file, a multiple of STORED_CHUNK_BYTES. */
export async function writeChunks(
  sql: Transaction,
  { id, companyId }: Owner,
  { bytes, offset }: { bytes: Uint8Array; offset: number },
): Promise<void> {
  for (let at = 0; at < bytes.length; at += STORED_CHUNK_BYTES) {
    const piece = Buffer.from(bytes.subarray(at, at + STORED_CHUNK_BYTES));
    await sql`
      insert into document_pieces (document_id, piece, company_id, bytes)
      values (${id}, ${(offset + at) / STORED_CHUNK_BYTES}, ${companyId}, decode(${piece.toString('hex')}, 'hex'))`;
  }
}

/** Number of statements sent before awaiting the first answer. */
const PIPELINED = 50;

export async function writeTexts(
  sql: Transaction,
  { id, companyId }: Owner,
  { parts }: Pick<DocumentTexts, 'parts'>,
): Promise<void> {
  for (let from = 0; from < parts.length; from += PIPELINED) {
    const texts = parts.slice(from, from + PIPELINED);
    await Promise.all(
      texts.map((text, n) =>
        sql`
          insert into document_texts (document_id, part, company_id, text, words)
          values (${id}, ${from + n + 1}, ${companyId}, ${text}, ${vectorOf(text)}::text::tsvector)`.execute(),
      ),
    );
  }
}

export const hasText = ({ parts }: DocumentTexts): boolean => parts.some((part) => part.trim() !== '');
