// site/removePicture: removes a picture of a plant; its address is gone with it.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../handler.ts';
import { changeableSite } from '../../sql/changeableSite.ts';
import { writeFirstPicture } from '../../sql/sitePictures.ts';

export const siteRemovePicture: Handler<'site/removePicture'> = async ({ sid, name }, { sql, session, noteAudit }) => {
  await changeableSite(sql, session, sid);
  const { count } = await sql`delete from site_pictures where sid = ${sid} and name = ${name}`;
  if (count === 0) throw new Refusal('noSuchPicture');
  await writeFirstPicture(sql, sid);
  noteAudit({ before: { picture: name } });
  return {};
};
