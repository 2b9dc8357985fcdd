// auth/menu/create: a group, a further way to a page, or what had been taken away.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { MAX_MENUS } from '@heliograph/contract/entities/menuEntry.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { MENU_MODE } from '@heliograph/contract/permissions.ts';
import { revokeSessions } from '../../../access/session.ts';
import {
  beginMenuChange,
  checkPosition,
  grantGroups,
  grantMenus,
  type StoredMenu,
} from '../../../companies/roles/menus.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import type { Handler } from '../../../platform/handler.ts';
import { MENUS, type MenuRow } from '../../../seed/seedRows.ts';

type Given = ParsedRequest<'auth/menu/create'>;

export const authMenuCreate: Handler<'auth/menu/create'> = async (request, caller) => {
  const { sql, session } = caller;
  const menus = await beginMenuChange(sql, session);
  if (menus.length >= MAX_MENUS)
    throw new ApiError('badRequest', { field: 'body', reason: `at most ${MAX_MENUS} entries` });
  const entry = request.name === '' && request.mode === MENU_MODE.page ? GROUP : entryOf(request);
  if (entry === GROUP && request.title === '')
    throw new ApiError('badRequest', { field: 'title', reason: 'a group needs one' });
  checkPosition(menus, entry, request.parent_id);
  const taken = await takenAway(sql, entry.name);
  const isThere = menus.some((menu) => menu.name === entry.name && !menu.isOwn);
  // A button and a page module are there once: what they give is given once.
  if (isThere && entry.mode !== MENU_MODE.page) throw new ApiError('menuPosition');
  const sort = menus.filter(({ parentId }) => (parentId ?? 0) === request.parent_id).length;
  const id = taken ? await bringBack(sql, taken, { request, entry, sort }) : await add(sql, { request, entry, sort });
  const roles = await rolesFor(sql, menus, entry);
  await grantMenus(
    sql,
    roles.map((roleId) => ({ roleId, menuId: id })),
  );
  await grantGroups(sql);
  await revokeSessions(sql, 'all');
  caller.noteAudit({ object: `menu ${id}`, after: request });
  return { id };
};

type Entry = Pick<MenuRow, 'mode' | 'name' | 'path' | 'titleLocale'>;
const GROUP: Entry = { mode: MENU_MODE.page, name: '', path: '', titleLocale: '' };

/** What the portal knows under that name. */
function entryOf({ mode, name }: Given): Entry {
  const entry = MENUS.find(
    (menu) => menu.name === name && menu.mode === mode && (menu.path !== '' || mode !== MENU_MODE.page),
  );
  if (!entry)
    throw new ApiError('badRequest', { field: 'name', reason: 'no page, button or page module with a menu entry' });
  return entry;
}

async function takenAway(sql: Transaction, name: string): Promise<number | undefined> {
  if (name === '') return undefined;
  const [row] = await sql<{ id: number }[]>`
    select id from menus where name = ${name} and not is_own and removed_at is not null`;
  return row?.id;
}

interface New {
  request: Given;
  entry: Entry;
  sort: number;
}
const titleLocale = ({ request, entry }: New): string => (request.title === '' ? entry.titleLocale : '');

async function bringBack(sql: Transaction, id: number, given: New): Promise<number> {
  const { title, icon, params, parent_id } = given.request;
  await sql`
    update menus set removed_at = null, parent_id = ${parent_id || null}, title = ${title}, title_locale = ${titleLocale(given)},
      icon = ${icon}, params = ${params}, sort = ${given.sort}, version = version + 1
    where id = ${id}`;
  return id;
}

async function add(sql: Transaction, given: New): Promise<number> {
  const { request, entry, sort } = given;
  const [row] = await sql<{ id: number }[]>`
    insert into menus (parent_id, mode, name, title, title_locale, icon, path, params, sort, is_own)
    values (${request.parent_id || null}, ${entry.mode}, ${entry.name}, ${request.title}, ${titleLocale(given)},
      ${request.icon}, ${entry.path}, ${request.params}, ${sort}, true)
    returning id`;
  return row!.id;
}

/** Nobody gets more than he had: who owns the page already, and administrators. */
async function rolesFor(sql: Transaction, menus: readonly StoredMenu[], entry: Entry): Promise<number[]> {
  const same = entry.name === '' ? [] : menus.filter(({ name }) => name === entry.name).map(({ id }) => id);
  const rows = await sql<{ id: number }[]>`
    select distinct r.id from roles r left join role_menus rm on rm.role_id = r.id
    where ${same.length > 0 ? sql`rm.menu_id in ${sql(same)}` : sql`r.code = 'administrator'`}`;
  return rows.map(({ id }) => id);
}
