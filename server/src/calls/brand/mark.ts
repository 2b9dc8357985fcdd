// brand/mark: stores an uploaded mark of a brand as a square PNG.
import { ApiError } from '@heliograph/contract/errors.ts';
import { brandById, presentBrand } from '../../brands/brands.ts';
import { markOf } from '../../brands/marks.ts';
import { beginBrandChange } from '../../companies/changeBrand.ts';
import { isAdministrator } from '../../companies/roles/roles.ts';
import type { Handler } from '../../platform/handler.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';
import { scanForViruses, singleChunk } from '../../platform/outbound/virusScanner.ts';

export const brandMark: Handler<'brand/mark'> = async ({ id, scheme, picture }, caller) => {
  const { context, session, finish, noteAudit } = caller;
  // Checked first, so that nobody without the right makes the server decode pictures.
  if (!isAdministrator(session)) throw new ApiError('forbidden');
  await countAttempt(context, 'pictures', session.userId);
  const infected = await scanForViruses(context, singleChunk(picture));
  if (infected) throw infected;
  const mark = await markOf(picture);
  if (!mark) throw new ApiError('pictureUnreadable');
  return await finish(async (sql) => {
    await beginBrandChange(sql, session);
    await sql`
      insert into brand_marks (brand_id, scheme, content_id, png)
      values (${id}, ${scheme}, ${mark.contentId}, decode(${mark.png.toString('hex')}, 'hex'))
      on conflict (brand_id, scheme) do update set content_id = excluded.content_id, png = excluded.png`;
    noteAudit({ object: `brand ${id}`, after: { mark: scheme, contentId: mark.contentId } });
    return { marks: presentBrand(await brandById(sql, context.config, id)).marks };
  });
};
