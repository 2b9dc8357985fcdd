// configuration/documentation/list: documents that the session may read, filtered by attributes and by full text.
import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import {
  type DocumentFacts,
  documentColumns,
  documentTables,
  productNames,
  setDocumentReader,
} from '../../../documents/documents.ts';
import { mayChangeDocument } from '../../../documents/lockDocument.ts';
import { documentRowOf } from '../../../documents/presentDocument.ts';
import { excerptOf, queriesOf } from '../../../documents/rules/searchWords.ts';
import type { Fragment, Transaction } from '../../../platform/database/connect.ts';
import { allOf, limitOffset, orderBy } from '../../../platform/database/paging.ts';
import type { Handler } from '../../../platform/handler.ts';

type Hit = Response<'configuration/documentation/list'>['list'][number]['hit'];
/** `part`: the part of the text with most of the words; null: no search. */
type FoundDocument = DocumentFacts & { part: number | null };

export const configurationDocumentationList: Handler<'configuration/documentation/list'> = async (
  { filters, sort, page },
  { sql, session },
) => {
  await setDocumentReader(sql, session);
  const { keywords } = filters;
  const queries = keywords === undefined ? [] : queriesOf(keywords);
  const filter = await filterCondition(sql, filters);
  const hasNoWords = keywords !== undefined && queries.length === 0;
  if (filter === null || hasNoWords) return { list: [], total: 0 };
  // Passed as text: the driver does not support tsquery arrays.
  const matches =
    queries.length === 0 ? sql`` : sql`join found_documents((${queries}::text[])::tsquery[]) f on f.document_id = d.id`;
  const fit = queries.length === 0 ? sql`d.title_order` : sql`-f.hits`;
  const columns = { fit, title: sql`d.title_order`, created: sql`d.created_at`, bytes: sql`d.bytes` };
  // The newest version of a title comes first in any case.
  const defaultOrder = sql`${queries.length === 0 ? sql`` : sql`f.hits desc,`} d.title_order, d.series, d.id desc`;
  const [rows, [count]] = await Promise.all([
    sql<FoundDocument[]>`
      select ${documentColumns(sql)}, ${queries.length === 0 ? sql`null::int` : sql`f.part`} as part
      from ${documentTables(sql)} ${matches} where ${filter.fragment}
      order by ${orderBy(sql, sort, columns, defaultOrder)} ${limitOffset(sql, page)}`,
    sql<
      { total: number }[]
    >`select count(*)::int as total from documents d ${matches} where ${filter.fragment}`.execute(),
  ]);
  const names = await productNames(sql, rows);
  const hits = keywords === undefined ? new Map<number, Hit>() : await hitsOf(sql, rows, keywords);
  const list = rows.map(({ part: _, ...row }) => ({
    ...documentRowOf(row, names, { update: mayChangeDocument(session, row.companyId) }),
    hit: hits.get(row.id) ?? null,
  }));
  return { list, total: count?.total ?? 0 };
};

/** Returns null if nothing can match, as no product has the name. */
async function filterCondition(
  sql: Transaction,
  { language, product, model, versions }: ParsedRequest<'configuration/documentation/list'>['filters'],
): Promise<{ fragment: Fragment } | null> {
  const code = model === undefined ? undefined : Number(model);
  if (code !== undefined && !(Number.isInteger(code) && code > 0 && code < 2 ** 31)) return null;
  let named: number | undefined;
  if (product !== undefined) {
    const [row] = await sql<
      { model: number }[]
    >`select model from products where upper(name) = ${product.toUpperCase()}`;
    if (!row) return null;
    named = row.model;
  }
  return {
    fragment: allOf(sql, [
      versions !== 'all' && sql`(d.is_newest or d.sha256 is null)`,
      language && sql`d.languages @> ${[language]}::text[]`,
      code !== undefined && sql`d.models @> ${[code]}::int[]`,
      named !== undefined && sql`(d.models @> ${[named]}::int[] or d.models = '{}')`,
    ]),
  };
}

async function hitsOf(sql: Transaction, rows: readonly FoundDocument[], keywords: string): Promise<Map<number, Hit>> {
  const texts = await sql<{ documentId: number; part: number; text: string }[]>`
    select t.document_id, t.part, t.text
    from (select unnest(${rows.map(({ id }) => id)}::int[]) as id, unnest(${rows.map(({ part }) => part ?? 0)}::int[]) as part) g
      join document_texts t on t.document_id = g.id and t.part = g.part`;
  return new Map(
    texts.map(({ documentId, part, text }) => {
      const hasPages = part > 0 && rows.some(({ id, pages }) => id === documentId && pages !== null);
      return [documentId, { page: hasPages ? part : null, parts: excerptOf(text, keywords) }];
    }),
  );
}
