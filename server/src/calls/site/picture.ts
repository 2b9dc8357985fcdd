// site/picture: draws a picture of a plant anew and keeps it beside those that it has.
import { randomBytes } from 'node:crypto';
import { Refusal } from '@heliograph/contract/errors.ts';
import { MOST_SITE_PICTURES } from '@heliograph/contract/limits.ts';
import type { Handler } from '../../handler.ts';
import { countTry } from '../../limits.ts';
import { checkPhoto, photoOf } from '../../photo.ts';
import { changeableSite } from '../../sql/changeableSite.ts';
import { sitePictures, writeFirstPicture } from '../../sql/sitePictures.ts';
import { visibleSite } from '../../sql/visibleSite.ts';
import { sitePictureOf } from '../../wire/photoPath.ts';

export const sitePictureKeep: Handler<'site/picture'> = async ({ sid, picture: given }, caller) => {
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
    if ((await sitePictures(sql, sid)).length >= MOST_SITE_PICTURES)
      throw new Refusal('picturesFull', { most: MOST_SITE_PICTURES });
    await sql`
      insert into site_pictures (sid, name, width, height, bytes, created_at)
      values (${sid}, ${name}, ${width}, ${height}, decode(${bytes.toString('hex')}, 'hex'), ${at})`;
    await writeFirstPicture(sql, sid);
    caller.noteAudit({ after: { picture: name, width, height } });
    return sitePictureOf(context.config.publicUrl, sid, { name, width, height });
  });
};
