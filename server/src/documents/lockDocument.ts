// A document that the session may change, locked with all its versions; and what is said of it must be of products that there are.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
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
  /** Not all of its file is there; then it is only of who brings it in. */
  isComing: boolean;
}

/** Administrators change all of them, others those of their own company. */
export const mayChangeDocument = (session: Session, companyId: number | null): boolean =>
  session.permissions.has('DocumentChange') &&
  (session.scope === 'all' || (session.scope === 'branch' && companyId === session.companyId));

/** Whose a new one is; null: the portal's, for everybody. */
export function publisherOf(session: Session): number | null {
  if (session.scope === 'own') throw new Refusal('forbidden');
  return session.scope === 'all' ? null : session.companyId;
}

/** From here on the transaction changes documents. */
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
  const [seen] = await sql<{ companyId: number | null; series: string }[]>`
    select company_id, series::text as series from documents
    where id = ${id} and (sha256 is not null or (${which === 'coming, too'} and created_by = ${session.userId}))`;
  if (!seen) throw new Refusal('documentNotFound');
  if (!mayChangeDocument(session, seen.companyId)) throw new Refusal('otherCompanysDocument');
  // Who adds a version, and who deletes one, come one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${seen.series}, 0))`;
  const [document] = await sql<DocumentNow[]>`
    select id, series::text as series, is_newest, company_id, title, version, languages, models, file_name, revision,
      bytes, received, sha256 is null as is_coming
    from documents where id = ${id}`;
  if (!document) throw new Refusal('documentNotFound');
  return document;
}

/** One that the session brings in piece by piece; `isWhole`: it has. */
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
  if (missing !== undefined) throw new Refusal('productNotFound', { sn: missing });
}

type Said = Pick<ParsedRequest<'configuration/documentation/edit'>, 'title' | 'version'> & { fileName: string };

/** What the search finds beside its text. */
export async function writeHead(
  sql: Transaction,
  { id, companyId, title, version, fileName }: Said & Pick<DocumentNow, 'id' | 'companyId'>,
): Promise<void> {
  const text = [title, version, fileName].filter((one) => one !== '').join(' · ');
  await sql`delete from document_texts where document_id = ${id} and part = 0`;
  await sql`
    insert into document_texts (document_id, part, company_id, text, words)
    values (${id}, 0, ${companyId}, ${text}, ${vectorOf(text)}::text::tsvector)`;
}
