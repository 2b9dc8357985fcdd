// brand/removeMark: removes an uploaded mark of a brand.
import { brandById, presentBrand } from '../../brands/brands.ts';
import { beginBrandChange } from '../../companies/changeBrand.ts';
import type { Handler } from '../../platform/handler.ts';

export const brandRemoveMark: Handler<'brand/removeMark'> = async ({ id, scheme }, caller) => {
  const { context, sql, session, noteAudit } = caller;
  await beginBrandChange(sql, session);
  const removed = await sql<{ contentId: string }[]>`
    delete from brand_marks where brand_id = ${id} and scheme = ${scheme} returning content_id`;
  noteAudit({ object: `brand ${id}`, before: { mark: scheme, contentId: removed[0]?.contentId ?? '' } });
  return { marks: presentBrand(await brandById(sql, context.config, id)).marks };
};
