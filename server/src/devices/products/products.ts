// SQL for reading products for lists and the product page.
import type { ProductFunction } from '@heliograph/contract/entities/product.ts';
import { plainArray } from '../../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';

/** Columns of `ProductFacts`; the name of the company is disclosed only to sessions that see that company (`accessibleCompanies`). */
export const productColumns = (sql: Transaction, companies: readonly number[] | undefined): Fragment => sql`
  p.model, p.name, p.kind, p.inputs, p.rated_power_w, p.phases, p.frame_profile as profile, p.company_id,
  case when p.company_id is null then '' when ${isAmong(sql, sql`c.id`, companies)} then c.name end as company_name,
  p.picture_name, jsonb_array_length(p.functions) as function_count, jsonb_array_length(p.parameters) as parameter_count`;

/** Returns a condition on a column of company ids; `companies` undefined: all. */
export const isAmong = (sql: Transaction, id: Fragment, companies: readonly number[] | undefined): Fragment =>
  companies === undefined ? sql`true` : sql`${id} in (select unnest(${plainArray(companies)}::text::int[]))`;

export const productTables = (sql: Transaction): Fragment =>
  sql`products p left join companies c on c.id = p.company_id`;

export type ProductFunctions = ProductFunction[];

/** Parses the functions of a product from JSON text: as JSON the driver would convert their snake_case keys. */
export function functionsOf(json: string): ProductFunctions;
export function functionsOf(json: string | null): ProductFunctions | null;
export function functionsOf(json: string | null): ProductFunctions | null {
  // Functions stored before protection existed lack the flag.
  const rows = JSON.parse(json ?? '[]') as (Omit<ProductFunction, 'isProtected'> & Partial<ProductFunction>)[];
  return json === null ? null : rows.map((row) => ({ ...row, isProtected: row.isProtected ?? false }));
}
