// product/picture: re-encodes the picture of a product and keeps it in place of the one before.
import { Refusal } from '@heliograph/contract/errors.ts';
import { lockProduct, mayChange } from '../../devices/products/lockProduct.ts';
import { productPicturePath } from '../../devices/products/presentProduct.ts';
import { redrawn } from '../../plants/pictures/reencodePhoto.ts';
import type { Handler } from '../../platform/handler.ts';

export const productPicture: Handler<'product/picture'> = async ({ model, picture: given }, caller) => {
  const { session, at, read, finish } = caller;
  // Before who may not makes the server draw.
  const [seen] = await read(
    (sql) => sql<{ companyId: number | null }[]>`select company_id from products where model = ${model}`,
  );
  if (!seen) throw new Refusal('productNotFound', { sn: model });
  if (!mayChange(session, seen.companyId)) throw new Refusal('otherCompanysProduct');
  const { name, width, height, bytes } = await redrawn(caller, given);
  return await finish(async (sql) => {
    const { id, companyId } = await lockProduct(sql, session, model);
    await sql`update products set picture_name = ${name} where id = ${id}`;
    await sql`
      insert into product_pictures (product_id, company_id, name, width, height, bytes, created_at)
      values (${id}, ${companyId}, ${name}, ${width}, ${height}, decode(${bytes.toString('hex')}, 'hex'), ${at})
      on conflict (product_id) do update set name = excluded.name, width = excluded.width, height = excluded.height,
        bytes = excluded.bytes, created_at = excluded.created_at`;
    caller.noteAudit({ object: `product ${model}`, after: { picture: name, width, height } });
    return { picture: productPicturePath(model, name) };
  });
};
