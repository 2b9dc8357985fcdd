// site/layoutPhoto: draws a photo of the roof anew and keeps it for the layout that will name it.
import { randomBytes } from 'node:crypto';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../handler.ts';
import { countTry } from '../../limits.ts';
import { checkPhoto, photoOf } from '../../photo.ts';
import { changeableSite } from '../../sql/changeableSite.ts';
import { visibleSite } from '../../sql/visibleSite.ts';
import { photoPath } from '../../wire/photoPath.ts';

/** Beside the one that the layout shows: two editors, and one more try of each. */
const MOST_UNUSED = 4;

export const siteLayoutPhoto: Handler<'site/layoutPhoto'> = async ({ sid, photo: given }, caller) => {
  const { context, session, at, read, finish } = caller;
  // Before who may not makes the server draw.
  const { changeable } = await read((sql) => visibleSite({ sql, session, at }, sid));
  if (!changeable) throw new Refusal('siteReadOnly');
  checkPhoto(given);
  await countTry(context, 'pictures', session.userId);
  const photo = await photoOf(given);
  if (!photo) throw new Refusal('pictureUnreadable');
  const { width, height, bytes } = photo;
  const name = randomBytes(16).toString('base64url');
  return await finish(async (sql) => {
    await changeableSite(sql, session, sid);
    await sql`
      insert into layout_photos (sid, name, width, height, bytes, created_at)
      values (${sid}, ${name}, ${width}, ${height}, decode(${bytes.toString('hex')}, 'hex'), ${at})`;
    const [layout] = await sql<{ photo: string | null }[]>`select photo from layouts where sid = ${sid}`;
    const unused = await sql<{ name: string }[]>`
      select name from layout_photos where sid = ${sid} and name <> ${layout?.photo ?? ''}
      order by created_at desc, name offset ${MOST_UNUSED}`;
    for (const old of unused) await sql`delete from layout_photos where sid = ${sid} and name = ${old.name}`;
    caller.noteAudit({ after: { photo: name, width, height } });
    return { name, path: photoPath(sid, name), width, height };
  });
};
