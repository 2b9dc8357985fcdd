// product/del: deletes a product that is not in use.
import { ApiError } from '@heliograph/contract/errors.ts';
import { isBuiltIn, lockProduct, readUsage } from '../../devices/products/lockProduct.ts';
import type { Handler } from '../../platform/handler.ts';

export const productDel: Handler<'product/del'> = async ({ model }, caller) => {
  const { sql, session } = caller;
  const { id, companyId: _, version: _version, ...before } = await lockProduct(sql, session, model);
  const { name } = before;
  // The next server start would restore it.
  if (isBuiltIn(model)) throw new ApiError('productIsBuiltIn', { name });
  if ((await readUsage(sql, id)).isUsed) throw new ApiError('productInUse', { name });
  // Explicitly: clusters have no foreign key that would cascade.
  await sql`delete from product_pictures where product_id = ${id}`;
  await sql`delete from products where id = ${id}`;
  caller.noteAudit({ object: `product ${model}`, before });
  return {};
};
