// Reads documents that a session may see (the portal's, its company's, and those of the companies above), for lists and the document page.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Session } from '../context.ts';
import type { Fragment, Transaction } from '../platform/database/connect.ts';

/** Size of the stored pieces of a file; the last one may be shorter. */
export const STORED_CHUNK_BYTES = 262_144;

/**
 * Sets for the row policies which companies publish for the session, so that the transaction sees their documents. Owners
 * of plants read documents of the companies that service them.
 */
export async function setDocumentReader(sql: Transaction, { scope, companyId }: Session): Promise<void> {
  if (scope === 'all') return;
  const servicing =
    scope === 'own'
      ? await sql<{ id: number }[]>`
          select distinct s.company_id as id from sites s where s.sid in (select o.sid from own_sites() o)`
      : [];
  const companies = [companyId, ...servicing.map(({ id }) => id)];
  const above = await sql<{ id: number }[]>`
    select distinct unnest(company_chain(g.id)) as id from (select unnest(${companies}::int[]) as id) g order by 1`;
  // Safe to interpolate: integers read from the database.
  await sql.unsafe(`set local heliograph.documents = '${above.map(({ id }) => Number(id)).join(',')}'`);
}

type Row = Response<'configuration/documentation/detail'>['document'];

/** Database row of a document version. */
export interface DocumentFacts extends Omit<Row, 'products' | 'companyName' | 'createdIso' | 'rights' | 'addedBy'> {
  series: string;
  companyId: number | null;
  companyName: string | null;
  models: number[];
  createdAt: Date;
  createdBy: number | null;
}

/** Columns of `DocumentFacts`, from `documentTables`. */
export const documentColumns = (sql: Transaction): Fragment => sql`
  d.id, d.series::text as series, d.is_newest, d.company_id, c.name as company_name, d.title, d.version, d.languages, d.models,
  d.file_name, d.type, d.bytes, d.pages, d.has_text, d.is_whole, d.created_at, d.created_by, d.revision,
  case when d.sha256 is null then d.received else d.bytes end as received, d.sha256 is null as is_coming,
  (select count(*)::int from documents o where o.series = d.series and o.sha256 is not null) as version_count`;

export const documentTables = (sql: Transaction): Fragment =>
  sql`documents d left join company_names(array(select o.company_id from documents o)) c on c.id = d.company_id`;

/** Returns the number of documents per product, by model code, among those that the session may read. */
export async function documentCounts(sql: Transaction, session: Session): Promise<Map<number, number>> {
  if (!session.permissions.has('Documentation')) return new Map();
  await setDocumentReader(sql, session);
  const rows = await sql<{ model: number; n: number }[]>`
    select g.model, count(*)::int as n from (select unnest(d.models) as model from documents d where d.is_newest) g
    group by g.model`;
  return new Map(rows.map(({ model, n }) => [model, n]));
}

/** Returns the names of the products of these documents, by model code; codes of deleted products are missing. */
export async function productNames(
  sql: Transaction,
  documents: readonly { models: readonly number[] }[],
): Promise<Map<number, string>> {
  const models = [...new Set(documents.flatMap((document) => document.models))];
  if (models.length === 0) return new Map();
  const rows = await sql<{ model: number; name: string }[]>`
    select model, name from products where model in (select unnest(${models}::int[]))`;
  return new Map(rows.map(({ model, name }) => [model, name]));
}
