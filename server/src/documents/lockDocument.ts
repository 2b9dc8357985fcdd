// Locks a document that the session may change with all its versions, and checks that its products exist.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Session } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { beginChange } from '../platform/database/rlsSettings.ts';
import { setDocumentReader } from './documents.ts';
import { vectorOf } from './rules/searchWords.ts';

export interface DocumentNow {
  id: number;
  series: string;
  isNewest: boolean;
  companyId: number | null;
  title: string;
  version: string;
  languages: string[];
  models: number[];
  fileName: string;
  revision: number;
  bytes: number;
  received: number;
  /** Whether its upload is incomplete; then only the uploading user sees it. */
  isComing: boolean;
}

/** Whether the session may change a document: administrators all of them, others those of their own company. */
export const mayChangeDocument = (session: Session, companyId: number | null): boolean =>
  session.permissions.has('DocumentChange') &&
  (session.scope === 'all' || (session.scope === 'branch' && companyId === session.companyId));

/** Returns the company that publishes a new document; null: the portal, for everybody. Refuses with forbidden. */
export function publisherOf(session: Session): number | null {
  if (session.scope === 'own') throw new ApiError('forbidden');
  return session.scope === 'all' ? null : session.companyId;
}

/** Allows the transaction to change documents. */
export async function beginDocuments(sql: Transaction, session: Session): Promise<void> {
  await setDocumentReader(sql, session);
  await beginChange(sql, 'documents');
}

export async function lockDocument(
  sql: Transaction,
  session: Session,
  id: number,
  which: 'whole' | 'coming, too' = 'whole',
): Promise<DocumentNow> {
  await beginDocuments(sql, session);
  const [visible] = await sql<{ companyId: number | null; series: string }[]>`
    select company_id, series::text as series from documents
    where id = ${id} and (sha256 is not null or (${which === 'coming, too'} and created_by = ${session.userId}))`;
  if (!visible) throw new ApiError('documentNotFound');
  if (!mayChangeDocument(session, visible.companyId)) throw new ApiError('otherCompanysDocument');
  // Serializes adding and deleting versions of a document.
  await sql`select pg_advisory_xact_lock(hashtextextended(${visible.series}, 0))`;
  const [document] = await sql<DocumentNow[]>`
    select id, series::text as series, is_newest, company_id, title, version, languages, models, file_name, revision,
      bytes, received, sha256 is null as is_coming
    from documents where id = ${id}`;
  if (!document) throw new ApiError('documentNotFound');
  return document;
}

/** Locks a document that the session uploads in pieces; `isWhole`: the upload is complete. Refuses as `lockDocument`. */
export async function comingDocument(
  sql: Transaction,
  session: Session,
  id: number,
): Promise<DocumentNow & { isWhole: boolean }> {
  const document = await lockDocument(sql, session, id, 'coming, too');
  return { ...document, isWhole: !document.isComing };
}

export async function requireProducts(sql: Transaction, models: readonly number[]): Promise<void> {
  const rows = await sql<{ model: number }[]>`
    select model from products where model in (select unnest(${models as number[]}::int[]))`;
  const missing = models.find((model) => !rows.some((row) => row.model === model));
  if (missing !== undefined) throw new ApiError('productNotFound', { sn: missing });
}

type SearchableFields = Pick<ParsedRequest<'configuration/documentation/edit'>, 'title' | 'version'> & {
  fileName: string;
};

/** Stores title, version and file name for the search, in addition to the document's text. */
export async function writeHead(
  sql: Transaction,
  { id, companyId, title, version, fileName }: SearchableFields & Pick<DocumentNow, 'id' | 'companyId'>,
): Promise<void> {
  const text = [title, version, fileName].filter((part) => part !== '').join(' · ');
  await sql`delete from document_texts where document_id = ${id} and part = 0`;
  await sql`
    insert into document_texts (document_id, part, company_id, text, words)
    values (${id}, 0, ${companyId}, ${text}, ${vectorOf(text)}::text::tsvector)`;
}
