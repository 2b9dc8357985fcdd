// account/picture: re-encodes the user's picture and stores it under an unguessable URL.
import { ApiError } from '@heliograph/contract/errors.ts';
import { PICTURE_PIXELS } from '@heliograph/contract/limits.ts';
import { brandOfRequest } from '../../brands/brands.ts';
import { pictureUrl } from '../../plants/pictures/pictureUrl.ts';
import { AVATAR_PIXELS, redrawn } from '../../plants/pictures/reencodePhoto.ts';
import { pictureOf } from '../../platform/files/pictureHeader.ts';
import type { Handler } from '../../platform/handler.ts';
import { scanForViruses, singleChunk } from '../../platform/outbound/virusScanner.ts';

export const accountPicture: Handler<'account/picture'> = async ({ picture }, caller) => {
  const { context, session, portal, at, finish } = caller;
  const kind = pictureOf(picture);
  if (!kind) throw new ApiError('pictureUnreadable');
  if (Math.max(kind.width, kind.height) > PICTURE_PIXELS)
    throw new ApiError('pictureTooWide', { pixels: PICTURE_PIXELS });
  const infected = await scanForViruses(context, singleChunk(picture));
  if (infected) throw infected;
  // A new name for each picture, so that browsers can cache pictures forever.
  const { name, bytes } = await redrawn(caller, picture, AVATAR_PIXELS);
  const path = `files/${name}`;
  return await finish(async (sql) => {
    await sql`update users set avatar_path = ${path} where id = ${session.userId}`;
    await sql`
      insert into user_pictures (user_id, name, type, bytes, created_at)
      values (${session.userId}, ${name}, 'image/webp', decode(${bytes.toString('hex')}, 'hex'), ${at})
      on conflict (user_id) do update set name = excluded.name, type = excluded.type, redrawn = true, bytes = excluded.bytes, created_at = excluded.created_at`;
    const { publicUrl } = await brandOfRequest(sql, context.config, portal);
    return { headerImg: path, fullHeaderImg: pictureUrl(publicUrl, path) };
  });
};
