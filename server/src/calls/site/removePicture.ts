// site/removePicture: deletes a picture of a plant and its URL.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../access/lockSite.ts';
import { writeFirstPicture } from '../../plants/pictures/sitePictures.ts';
import type { Handler } from '../../platform/handler.ts';

export const siteRemovePicture: Handler<'site/removePicture'> = async ({ sid, name }, { sql, session, noteAudit }) => {
  await lockEditableSite(sql, session, sid);
  const { count } = await sql`delete from site_pictures where sid = ${sid} and name = ${name}`;
  if (count === 0) throw new ApiError('pictureNotFound');
  await writeFirstPicture(sql, sid);
  noteAudit({ before: { picture: name } });
  return {};
};
