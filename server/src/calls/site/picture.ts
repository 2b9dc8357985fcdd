// site/picture: re-encodes a picture of a plant and adds it to its pictures.
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_SITE_PICTURES } from '@heliograph/contract/limits.ts';
import { lockEditableSite } from '../../access/lockSite.ts';
import { brandOfRequest } from '../../brands/brands.ts';
import { sitePictureOf } from '../../plants/pictures/photoPath.ts';
import { storePhoto } from '../../plants/pictures/reencodePhoto.ts';
import { sitePictures, writeFirstPicture } from '../../plants/pictures/sitePictures.ts';
import type { Handler } from '../../platform/handler.ts';

export const sitePicture: Handler<'site/picture'> = async ({ sid, picture: upload }, caller) => {
  const { context, session, portal, at, finish } = caller;
  const { name, width, height, bytes } = await storePhoto(caller, sid, upload);
  return await finish(async (sql) => {
    await lockEditableSite(sql, session, sid);
    if ((await sitePictures(sql, sid)).length >= MAX_SITE_PICTURES)
      throw new ApiError('picturesFull', { most: MAX_SITE_PICTURES });
    await sql`
      insert into site_pictures (sid, name, width, height, bytes, created_at)
      values (${sid}, ${name}, ${width}, ${height}, decode(${bytes.toString('hex')}, 'hex'), ${at})`;
    await writeFirstPicture(sql, sid);
    caller.noteAudit({ after: { picture: name, width, height } });
    const { publicUrl } = await brandOfRequest(sql, context.config, portal);
    return sitePictureOf(publicUrl, sid, { name, width, height });
  });
};
