// What must hold before a signed-in page opens: a session, its role's menus, and the page among them.
import type { UserInfo } from '@heliograph/contract/entities/user.ts';
import type { PageEntry } from '@heliograph/contract/pages.ts';
import { redirect } from '@tanstack/react-router';
import { ApiError, HttpFailure } from '../api/failures.ts';
import { post } from '../api/post.ts';
import { links } from '../links.ts';
import { isPermitted } from './guard.ts';
import { isSignedIn, onSession, session, storeMenus } from './session.ts';

/** The token whose menus were asked for in this visit, and when they are there. */
let loaded = { token: '', menus: Promise.resolve() };
onSession(() => {
  if (!isSignedIn()) loaded = { token: '', menus: Promise.resolve() };
});

function loadMenus(): Promise<void> {
  const { token, info } = session();
  if (loaded.token === token || info?.role === undefined || info.role === null) return loaded.menus;
  const menus = askMenus(info.groupId);
  loaded = { token, menus };
  // Asked again with the next page.
  menus.catch(() => {
    if (loaded.menus === menus) loaded = { token: '', menus: Promise.resolve() };
  });
  return menus;
}

/** Questions are counted, so that a slow answer does not undo the one to a later question. */
let asked = 0;
let taken = 0;

async function askMenus(groupId: UserInfo['groupId']): Promise<void> {
  const { token, pages } = session();
  const question = ++asked;
  try {
    const { list, ...rest } = await post('auth/role/menu/view', { role_id: groupId, is_login: true });
    if (session().token !== token || question < taken) return;
    taken = question;
    storeMenus(list, rest);
  } catch (error) {
    // A refusal leaves the menus as they are; so does a server out of reach, if menus are stored.
    if (error instanceof ApiError) return;
    if (!isSignedIn()) return;
    if (!(error instanceof HttpFailure) || pages.length === 0) throw error;
  }
}

/** Asks for the menus again: rights have changed, or may have. */
export async function refreshMenus(): Promise<void> {
  const { info } = session();
  if (info) await askMenus(info.groupId);
}

/** `address`: what was asked for, with its query. */
export async function guardSignedIn(address: string): Promise<void> {
  if (!isSignedIn()) throw redirect({ ...links.signIn(address), replace: true });
  const menus = loadMenus();
  // Those of the last visit open the page at once; those of now follow, and what they no longer hold is shut (follow.ts).
  if (session().pages.length === 0) await menus;
  if (!isSignedIn()) throw redirect({ ...links.signIn(address), replace: true });
}

export async function guardPage(page: PageEntry): Promise<void> {
  if (isPermitted(page, session().pages)) return;
  // It may have been given since the last visit.
  await loadMenus();
  if (isPermitted(page, session().pages)) return;
  // Who owes a second factor has no pages until there is one, which is set up there.
  const to = session().secondFactor?.isOver ? links.account() : links.forbidden();
  throw redirect({ ...to, replace: true });
}
