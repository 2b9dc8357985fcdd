// product/list: the catalogue of products.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { accessibleCompanies } from '../../companies/roles/roles.ts';
import { isBuiltIn, mayChange } from '../../devices/products/lockProduct.ts';
import { type ProductFacts, productRowOf } from '../../devices/products/presentProduct.ts';
import { productColumns, productTables } from '../../devices/products/products.ts';
import { documentCounts } from '../../documents/documents.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { allOf, contains, limitOffset, orderBy } from '../../platform/database/paging.ts';
import type { Handler } from '../../platform/handler.ts';

export const productList: Handler<'product/list'> = async ({ filters, sort, page }, { sql, session }) => {
  const condition = filterCondition(sql, filters);
  const columns = {
    name: sql`p.name_order`,
    model: sql`p.model`,
    kind: sql`p.kind`,
    ratedPowerW: sql`nullif(p.rated_power_w, 0)`,
  };
  const companies = await accessibleCompanies({ sql, session });
  const [rows, [count]] = await Promise.all([
    sql<ProductFacts[]>`
      select ${productColumns(sql)} from ${productTables(sql, companies)} where ${condition}
      order by ${orderBy(sql, sort, columns, sql`p.name_order, p.id`)} ${limitOffset(sql, page)}`,
    sql<{ total: number }[]>`select count(*)::int as total from products p where ${condition}`.execute(),
  ]);
  const documents = await documentCounts(sql, session);
  const list = rows.map((row) => ({
    ...productRowOf(row, { update: mayChange(session, row.companyId), isBuiltIn: isBuiltIn(row.model) }),
    documentCount: documents.get(row.model) ?? 0,
  }));
  return { list, total: count?.total ?? 0 };
};

function filterCondition(
  sql: Transaction,
  { keywords, kind, origin }: ParsedRequest<'product/list'>['filters'],
): Fragment {
  return allOf(sql, [
    keywords &&
      sql`(${contains(sql, sql`p.name`, keywords)} or p.model::text like ${`${keywords.replace(/\D/g, '') || '-'}%`})`,
    kind && sql`p.kind = ${kind}`,
    origin && (origin === 'portal' ? sql`p.company_id is null` : sql`p.company_id is not null`),
  ]);
}
