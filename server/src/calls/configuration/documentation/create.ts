// configuration/documentation/create: takes a document in, reads its text, and keeps both; as a next version it takes the place of the one before.
import { createHash, randomUUID } from 'node:crypto';
import type { Asked } from '@heliograph/contract/calls.ts';
import { type DocumentType, endingOf } from '@heliograph/contract/documents.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { MOST_DOCUMENT_VERSIONS, MOST_DOCUMENTS } from '@heliograph/contract/limits.ts';
import {
  beginDocuments,
  changeableDocument,
  publisherOf,
  requireProducts,
  writeHead,
} from '../../../changes/changeableDocument.ts';
import type { OwnChanger } from '../../../context.ts';
import type { Transaction } from '../../../db/connect.ts';
import type { DocumentTexts } from '../../../files/documentTexts.ts';
import { plainFileName } from '../../../files/plainFileName.ts';
import { DocumentError, readDocument } from '../../../files/readDocument.ts';
import type { Handler } from '../../../handler.ts';
import { countTry } from '../../../limits.ts';
import { vectorOf } from '../../../rules/documentWords.ts';
import { DOCUMENT_PIECE_BYTES } from '../../../sql/documents.ts';

type Given = Asked<'configuration/documentation/create'>;
interface Series {
  series: string;
  companyId: number | null;
}

export const configurationDocumentationCreate: Handler<'configuration/documentation/create'> = async (
  given,
  caller,
) => {
  const { session, at, read, finish } = caller;
  const fileName = plainFileName(given.fileName);
  const type = endingOf(fileName);
  if (!type) throw new Refusal('documentType');
  // Before who may not makes the server read.
  await read((sql) => requireProducts(sql, given.models));
  const texts = await textsOf(caller, given.file, type);
  return await finish(async (sql) => {
    const { series, companyId } = await placeOf(sql, caller, given);
    await requireProducts(sql, given.models);
    await sql`update documents set is_newest = false where series = ${series} and is_newest`;
    const { title, version, languages, models, file } = given;
    const sha256 = createHash('sha256').update(file).digest('hex');
    const hasText = texts.parts.some((part) => part.trim() !== '');
    const [made] = await sql<{ id: number }[]>`
      insert into documents (series, company_id, title, version, languages, models, file_name, type, bytes, sha256, pages,
        has_text, is_whole, created_by, created_at)
      values (${series}, ${companyId}, ${title}, ${version}, ${languages}::text[], ${models}::int[], ${fileName}, ${type},
        ${file.length}, decode(${sha256}, 'hex'), ${texts.pages}, ${hasText}, ${texts.isWhole}, ${session.userId}, ${at})
      returning id`;
    const { id } = made!;
    await writePieces(sql, { id, companyId }, file);
    await writeHead(sql, { id, companyId, title, version, fileName });
    await writeTexts(sql, { id, companyId }, texts.parts);
    const after = { title, version, languages, models, fileName, bytes: file.length, sha256 };
    caller.noteAudit({
      object: `document ${id}`,
      after: { ...after, ...(given.replaces && { replaces: given.replaces }) },
    });
    return { id };
  });
};

async function textsOf(
  { context, session, at }: OwnChanger,
  file: Uint8Array,
  type: DocumentType,
): Promise<DocumentTexts> {
  await countTry(context, 'documents', session.userId);
  const leave = context.documentReads.take(session.userId, at.getTime());
  if (!leave) throw new Refusal('tooManyRequests', { seconds: 10 });
  try {
    return await readDocument(file, type);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new Refusal(error.reason === 'type' ? 'documentType' : 'documentUnreadable');
  } finally {
    leave();
  }
}

/** Where it goes: a document of its own, or a version of one. */
async function placeOf(sql: Transaction, { session }: OwnChanger, { replaces }: Given): Promise<Series> {
  const place =
    replaces === undefined
      ? { series: randomUUID(), companyId: publisherOf(session) }
      : await changeableDocument(sql, session, replaces);
  if (replaces === undefined) await beginDocuments(sql, session);
  const { series, companyId } = place;
  const [count] = await sql<{ documents: number; versions: number }[]>`
    select count(*)::int as documents, (count(*) filter (where series = ${series}))::int as versions
    from documents where company_id is not distinct from ${companyId}::int`;
  if (count!.documents >= MOST_DOCUMENTS) throw new Refusal('tooManyDocuments', { most: MOST_DOCUMENTS });
  if (count!.versions >= MOST_DOCUMENT_VERSIONS)
    throw new Refusal('tooManyDocuments', { most: MOST_DOCUMENT_VERSIONS });
  return { series, companyId };
}

interface Owner {
  id: number;
  companyId: number | null;
}

async function writePieces(sql: Transaction, { id, companyId }: Owner, file: Uint8Array): Promise<void> {
  for (let piece = 0; piece * DOCUMENT_PIECE_BYTES < file.length; piece++) {
    const bytes = file.subarray(piece * DOCUMENT_PIECE_BYTES, (piece + 1) * DOCUMENT_PIECE_BYTES);
    await sql`
      insert into document_pieces (document_id, piece, company_id, bytes)
      values (${id}, ${piece}, ${companyId}, decode(${Buffer.from(bytes).toString('hex')}, 'hex'))`;
  }
}

/** Sent together, before the first is answered. */
const AT_ONCE = 50;

async function writeTexts(sql: Transaction, { id, companyId }: Owner, parts: readonly string[]): Promise<void> {
  for (let from = 0; from < parts.length; from += AT_ONCE) {
    const texts = parts.slice(from, from + AT_ONCE);
    await Promise.all(
      texts.map((text, n) =>
        sql`
          insert into document_texts (document_id, part, company_id, text, words)
          values (${id}, ${from + n + 1}, ${companyId}, ${text}, ${vectorOf(text)}::text::tsvector)`.execute(),
      ),
    );
  }
}
