// Re-encodes pictures of users that an earlier version stored as they were uploaded.
import type { Context } from '../context.ts';
import { AVATAR_PIXELS, reencode } from '../plants/pictures/reencodePhoto.ts';

/** Pictures of one run. */
const BATCH_SIZE = 100;

/** Removes a picture that cannot be read, as no browser could show it. Returns the number of pictures processed. */
export async function redrawPictures({ sql }: Pick<Context, 'sql'>): Promise<number> {
  const pictures = await sql<{ userId: number; name: string; bytes: Buffer }[]>`
    select user_id, name, bytes from user_pictures where not redrawn order by user_id limit ${BATCH_SIZE}`;
  for (const { userId, name, bytes } of pictures) {
    const drawn = await reencode(bytes, AVATAR_PIXELS);
    // Unless the user has replaced it meanwhile.
    if (drawn)
      await sql`
        update user_pictures set type = 'image/webp', redrawn = true, bytes = ${drawn.bytes} where user_id = ${userId} and name = ${name}`;
    else
      await sql.begin(async (tx) => {
        await tx`delete from user_pictures where user_id = ${userId} and name = ${name}`;
        await tx`update users set avatar_path = '' where id = ${userId} and avatar_path = ${`files/${name}`}`;
      });
  }
  return pictures.length;
}
