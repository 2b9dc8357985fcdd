// account/removePicture: the user's picture is gone, and so is its address.
import type { Handler } from '../../platform/handler.ts';

export const accountRemovePicture: Handler<'account/removePicture'> = async (_request, { sql, session }) => {
  // The user's row first, as account/picture does: one that is being chosen is then seen.
  await sql`update users set avatar_path = '' where id = ${session.userId}`;
  await sql`delete from user_pictures where user_id = ${session.userId}`;
  return {};
};
