// product/picture: re-encodes a picture of a product and replaces the previous one.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockProduct, mayChange } from '../../devices/products/lockProduct.ts';
import { productPicturePath } from '../../devices/products/presentProduct.ts';
import { redrawn } from '../../plants/pictures/reencodePhoto.ts';
import type { Handler } from '../../platform/handler.ts';

export const productPicture: Handler<'product/picture'> = async ({ model, picture: upload }, caller) => {
  const { session, at, read, finish } = caller;
  // Checked first, so that users without permission cannot make the server re-encode images.
  const [product] = await read(
    (sql) => sql<{ companyId: number | null }[]>`select company_id from products where model = ${model}`,
  );
  if (!product) throw new ApiError('productNotFound', { sn: model });
  if (!mayChange(session, product.companyId)) throw new ApiError('otherCompanysProduct');
  const { name, width, height, bytes } = await redrawn(caller, upload);
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
