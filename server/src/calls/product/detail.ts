// product/detail: one product, and the profiles by which reports of a product's devices can be parsed.
import type { Response } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleCompanies } from '../../companies/roles/roles.ts';
import { isBuiltIn, mayChange, readingProfiles, readUsage } from '../../devices/products/lockProduct.ts';
import { type ProductFacts, productRowOf } from '../../devices/products/presentProduct.ts';
import { functionsOf, productColumns, productTables } from '../../devices/products/products.ts';
import type { Handler } from '../../platform/handler.ts';

type Product = NonNullable<Response<'product/detail'>['product']>;

export const productDetail: Handler<'product/detail'> = async ({ model }, { sql, session }) => {
  const profiles = readingProfiles();
  if (model === undefined) return { product: null, profiles };
  const companies = await accessibleCompanies({ sql, session });
  const [row] = await sql<
    (ProductFacts & Pick<Product, 'remark' | 'parameters' | 'version'> & { id: number; functions: string })[]
  >`
    select p.id, p.remark, p.functions::text as functions, p.parameters, p.version, ${productColumns(sql)} from ${productTables(sql, companies)} where p.model = ${model}`;
  if (!row) throw new ApiError('productNotFound', { sn: model });
  const { id, remark, functions, parameters, version, ...facts } = row;
  const { isUsed } = await readUsage(sql, id);
  const head = productRowOf(facts, { update: mayChange(session, row.companyId), isBuiltIn: isBuiltIn(model) });
  return { product: { ...head, remark, functions: functionsOf(functions), parameters, version, isUsed }, profiles };
};
