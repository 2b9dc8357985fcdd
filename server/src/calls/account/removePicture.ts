// account/removePicture: deletes the user's picture and its URL.
import type { Handler } from '../../platform/handler.ts';

export const accountRemovePicture: Handler<'account/removePicture'> = async (_request, { sql, session }) => {
  // Updates the user's row first, as account/picture does, so that a picture being stored concurrently is visible.
  await sql`update users set avatar_path = '' where id = ${session.userId}`;
  await sql`delete from user_pictures where user_id = ${session.userId}`;
  return {};
};
