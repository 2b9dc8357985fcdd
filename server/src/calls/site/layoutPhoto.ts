// site/layoutPhoto: re-encodes a photo of the roof and keeps it for the layout that will name it.

import { lockEditableSite } from '../../access/lockSite.ts';
import { photoPath } from '../../plants/pictures/photoPath.ts';
import { storePhoto } from '../../plants/pictures/reencodePhoto.ts';
import type { Handler } from '../../platform/handler.ts';

/** Beside the one that the layout shows: two editors, and one more try of each. */
const MAX_UNUSED = 4;

export const siteLayoutPhoto: Handler<'site/layoutPhoto'> = async ({ sid, photo: given }, caller) => {
  const { session, at, finish } = caller;
  const { name, width, height, bytes } = await storePhoto(caller, sid, given);
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
