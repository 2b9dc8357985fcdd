// SQL for reading products for lists and the product page.

import type { ProductFunction } from '@heliograph/contract/entities/product.ts';
import { namedCompanies } from '../../access/namedPeople.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';

/** Columns of `ProductFacts`; the name of the company is disclosed only to sessions that see that company: the tables name no other. */
export const productColumns = (sql: Transaction): Fragment => sql`
  p.model, p.name, p.kind, p.inputs, p.rated_power_w, p.phases, p.frame_profile as profile, p.company_id,
  case when p.company_id is null then '' else c.name end as company_name,
  p.picture_name, jsonb_array_length(p.functions) as function_count, jsonb_array_length(p.parameters) as parameter_count`;

/** Returns the tables of `productColumns`. `companies`: those whose names the session sees (`accessibleCompanies`). */
export const productTables = (sql: Transaction, companies: readonly number[] | undefined): Fragment =>
  sql`products p left join ${namedCompanies(sql, companies)} c on c.id = p.company_id`;

export type ProductFunctions = ProductFunction[];

/** Parses the functions of a product from JSON text: as JSON the driver would convert their snake_case keys. */
export function functionsOf(json: string): ProductFunctions;
export function functionsOf(json: string | null): ProductFunctions | null;
export function functionsOf(json: string | null): ProductFunctions | null {
  // Functions stored before protection existed lack the flag.
  const rows = JSON.parse(json ?? '[]') as (Omit<ProductFunction, 'isProtected'> & Partial<ProductFunction>)[];
  return json === null ? null : rows.map((row) => ({ ...row, isProtected: row.isProtected ?? false }));
}
