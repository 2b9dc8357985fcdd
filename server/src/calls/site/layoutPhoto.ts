// site/layoutPhoto: re-encodes and stores a photo of the roof, to be used by a layout saved later.

import { lockEditableSite } from '../../access/lockSite.ts';
import { photoPath } from '../../plants/pictures/photoPath.ts';
import { storePhoto } from '../../plants/pictures/reencodePhoto.ts';
import type { Handler } from '../../platform/handler.ts';

/** Photos not used by the layout: for two editors with one retry each. */
const MAX_UNUSED = 4;

export const siteLayoutPhoto: Handler<'site/layoutPhoto'> = async ({ sid, photo: upload }, caller) => {
  const { session, at, finish } = caller;
  const { name, width, height, bytes } = await storePhoto(caller, sid, upload);
  return await finish(async (sql) => {
    await lockEditableSite(sql, session, sid);
    await sql`
      insert into layout_photos (sid, name, width, height, bytes, created_at)
      values (${sid}, ${name}, ${width}, ${height}, decode(${bytes.toString('hex')}, 'hex'), ${at})`;
    const [layout] = await sql<{ photo: string | null }[]>`select photo from layouts where sid = ${sid}`;
    const unused = await sql<{ name: string }[]>`
      select name from layout_photos where sid = ${sid} and name <> ${layout?.photo ?? ''}
      order by created_at desc, name offset ${MAX_UNUSED}`;
    for (const old of unused) await sql`delete from layout_photos where sid = ${sid} and name = ${old.name}`;
    caller.noteAudit({ after: { photo: name, width, height } });
    return { name, path: photoPath(sid, name), width, height };
  });
};
