// brand/removeMark: removes an uploaded mark of a brand.
import { brandById, presentBrand } from '../../brands/brands.ts';
import { beginBrandChange } from '../../brands/changeBrand.ts';
import type { Handler } from '../../platform/handler.ts';

export const brandRemoveMark: Handler<'brand/removeMark'> = async ({ id, scheme }, caller) => {
  const { context, sql, session, noteAudit } = caller;
  await beginBrandChange(sql, session);
  const removed = await sql<{ hash: string }[]>`
    delete from brand_marks where brand_id = ${id} and scheme = ${scheme} returning hash`;
  noteAudit({ object: `brand ${id}`, before: { mark: scheme, hash: removed[0]?.hash ?? '' } });
  return { marks: presentBrand(await brandById(sql, context.config, id)).marks };
};
