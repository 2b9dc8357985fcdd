// Which documents a session reads: the portal's, its company's, and those of the companies above; and what of a document lists and its page show.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Session } from '../context.ts';
import type { Fragment, Transaction } from '../platform/database/connect.ts';

/** Of a file as it is kept; the last of its pieces is shorter. */
export const STORED_CHUNK_BYTES = 262_144;

/**
 * Says to the database which companies publish for the session: from here on the transaction sees their documents. Who
 * owns plants reads what the companies that look after them publish.
 */
export async function setDocumentReader(sql: Transaction, { scope, companyId }: Session): Promise<void> {
  if (scope === 'all') return;
  const caring =
    scope === 'own'
      ? await sql<{ id: number }[]>`
          select distinct s.company_id as id from sites s where s.sid in (select o.sid from own_sites() o)`
      : [];
  const companies = [companyId, ...caring.map(({ id }) => id)];
  const above = await sql<{ id: number }[]>`
    with recursive above as (
      select c.id, c.parent_id from companies c where c.id in (select unnest(${companies}::int[]))
      union
      select p.id, p.parent_id from above a join companies p on p.id = a.parent_id
    ) select id from above order by id`;
  // Whole numbers of the database's own.
  await sql.unsafe(`set local heliograph.documents = '${above.map(({ id }) => Number(id)).join(',')}'`);
}

type Row = Response<'configuration/documentation/detail'>['document'];

/** A version as the database has it. */
export interface DocumentFacts extends Omit<Row, 'products' | 'companyName' | 'createdIso' | 'rights' | 'addedBy'> {
  series: string;
  companyId: number | null;
  companyName: string | null;
  models: number[];
  createdAt: Date;
  createdBy: number | null;
}

/** The columns of `DocumentFacts`, of `documentTables`. */
export const documentColumns = (sql: Transaction): Fragment => sql`
  d.id, d.series::text as series, d.is_newest, d.company_id, c.name as company_name, d.title, d.version, d.languages, d.models,
  d.file_name, d.type, d.bytes, d.pages, d.has_text, d.is_whole, d.created_at, d.created_by, d.revision,
  case when d.sha256 is null then d.received else d.bytes end as received, d.sha256 is null as is_coming,
  (select count(*)::int from documents o where o.series = d.series and o.sha256 is not null) as version_count`;

export const documentTables = (sql: Transaction): Fragment =>
  sql`documents d left join companies c on c.id = d.company_id`;

/** How many documents name a product, by its model code; of those that the session reads. */
export async function documentCounts(sql: Transaction, session: Session): Promise<Map<number, number>> {
  if (!session.permissions.has('Documentation')) return new Map();
  await setDocumentReader(sql, session);
  const rows = await sql<{ model: number; n: number }[]>`
    select g.model, count(*)::int as n from (select unnest(d.models) as model from documents d where d.is_newest) g
    group by g.model`;
  return new Map(rows.map(({ model, n }) => [model, n]));
}

/** The names of the products of these documents, by their model codes; a code whose product is gone has none. */
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
