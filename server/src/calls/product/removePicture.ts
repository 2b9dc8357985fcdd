// product/removePicture: removes the picture of a product.
import { lockProduct } from '../../devices/products/lockProduct.ts';
import type { Handler } from '../../platform/handler.ts';

export const productRemovePicture: Handler<'product/removePicture'> = async ({ model }, caller) => {
  const { sql, session } = caller;
  const { id } = await lockProduct(sql, session, model);
  const [before] = await sql<{ name: string }[]>`delete from product_pictures where product_id = ${id} returning name`;
  await sql`update products set picture_name = '' where id = ${id}`;
  caller.noteAudit({ object: `product ${model}`, before: { picture: before?.name ?? '' } });
  return {};
};
