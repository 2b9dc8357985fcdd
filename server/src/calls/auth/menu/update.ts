// auth/menu/update: title, icon, params and place of a menu entry.
import { ApiError } from '@heliograph/contract/errors.ts';
import { revokeSessions } from '../../../access/session.ts';
import {
  beginMenuChange,
  checkPosition,
  grantGroups,
  isGroup,
  menuOf,
  renumber,
} from '../../../companies/roles/menus.ts';
import type { Handler } from '../../../platform/handler.ts';

export const authMenuUpdate: Handler<'auth/menu/update'> = async (request, caller) => {
  const { sql, session } = caller;
  const { id, title, icon, params, parent_id, place } = request;
  const menus = await beginMenuChange(sql, session);
  const menu = menuOf(menus, id);
  if (menu.version !== request.version) throw new ApiError('changedMeanwhile');
  checkPosition(menus, menu, parent_id);
  if (title === '' && menu.isOwn && isGroup(menu))
    throw new ApiError('badRequest', { field: 'title', reason: 'a group needs one' });
  const version = menu.version + 1;
  // A title of one's own is shown as it is; without one it is the portal's, in each reader's language.
  const titleLocale = title === '' ? `menu.${menu.name}` : '';
  await sql`
    update menus set parent_id = ${parent_id || null}, title = ${title}, title_locale = ${titleLocale}, icon = ${icon},
      params = ${params}, version = ${version}
    where id = ${id}`;
  const beside = menus.filter((one) => one.id !== id && (one.parentId ?? 0) === parent_id).map((one) => one.id);
  const stays = (menu.parentId ?? 0) === parent_id;
  const before = menus.filter((one) => (one.parentId ?? 0) === parent_id).findIndex((one) => one.id === id);
  await renumber(sql, beside.toSpliced(place ?? (stays ? before : beside.length), 0, id));
  await grantGroups(sql);
  await revokeSessions(sql, 'all');
  const { title: was, icon: wasIcon, params: wasParams, parentId } = menu;
  caller.noteAudit({
    object: `menu ${id}`,
    before: { title: was, icon: wasIcon, params: wasParams, parent_id: parentId ?? 0 },
    after: { title, icon, params, parent_id, place },
  });
  return { version };
};
