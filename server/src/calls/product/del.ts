// product/del: deletes a product that nothing is of.
import { Refusal } from '@heliograph/contract/errors.ts';
import { isBuiltIn, lockProduct, usesOf } from '../../devices/products/lockProduct.ts';
import type { Handler } from '../../platform/handler.ts';

export const productDel: Handler<'product/del'> = async ({ model }, caller) => {
  const { sql, session } = caller;
  const { id, companyId: _, version: _version, ...before } = await lockProduct(sql, session, model);
  const { name } = before;
  // The next start would bring it back.
  if (isBuiltIn(model)) throw new Refusal('productIsBuiltIn', { name });
  if ((await usesOf(sql, id)).isUsed) throw new Refusal('productInUse', { name });
  // Not by its key alone, which a cluster does not have.
  await sql`delete from product_pictures where product_id = ${id}`;
  await sql`delete from products where id = ${id}`;
  caller.noteAudit({ object: `product ${model}`, before });
  return {};
};
