// What of a product lists and its page read.
import type { ProductFunction } from '@heliograph/contract/entities/product.ts';
import { plainArray } from '../../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';

/** The columns of `ProductFacts`; which company made it is told to who knows of that company (`accessibleCompanies`). */
export const productColumns = (sql: Transaction, companies: readonly number[] | undefined): Fragment => sql`
  p.model, p.name, p.kind, p.inputs, p.rated_power_w, p.phases, p.frame_profile as profile, p.company_id,
  case when p.company_id is null then '' when ${isAmong(sql, sql`c.id`, companies)} then c.name end as company_name,
  p.picture_name, jsonb_array_length(p.functions) as function_count, jsonb_array_length(p.parameters) as parameter_count`;

/** A condition on a column of companies' ids. */
export const isAmong = (sql: Transaction, id: Fragment, companies: readonly number[] | undefined): Fragment =>
  companies === undefined ? sql`true` : sql`${id} in (select unnest(${plainArray(companies)}::text::int[]))`;

export const productTables = (sql: Transaction): Fragment =>
  sql`products p left join companies c on c.id = p.company_id`;

export type ProductFunctions = ProductFunction[];

/** Read as text: the driver would take the underscores out of the wire's names. */
export function functionsOf(json: string): ProductFunctions;
export function functionsOf(json: string | null): ProductFunctions | null;
export function functionsOf(json: string | null): ProductFunctions | null {
  // From before a function could be protected, it says nothing of it.
  const rows = JSON.parse(json ?? '[]') as (Omit<ProductFunction, 'isProtected'> & Partial<ProductFunction>)[];
  return json === null ? null : rows.map((row) => ({ ...row, isProtected: row.isProtected ?? false }));
}
