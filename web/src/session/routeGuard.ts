// Conditions for opening a signed-in page: a session, the menus of its role, and the page among them.
import type { UserInfo } from '@heliograph/contract/entities/user.ts';
import type { PageEntry } from '@heliograph/contract/pages.ts';
import { redirect } from '@tanstack/react-router';
import { ApiError, HttpFailure } from '../api/failures.ts';
import { post } from '../api/post.ts';
import { links } from '../links.ts';
import { isPermitted } from './guard.ts';
import { isSignedIn, onSession, session, storeMenus } from './session.ts';

/** Token whose menus were requested in this visit, and a promise that resolves when they are loaded. */
let loaded = { token: '', menus: Promise.resolve() };
onSession(() => {
  if (!isSignedIn()) loaded = { token: '', menus: Promise.resolve() };
});

function loadMenus(): Promise<void> {
  const { token, info } = session();
  if (loaded.token === token || info?.role === undefined || info.role === null) return loaded.menus;
  const menus = fetchMenus(info.groupId);
  loaded = { token, menus };
  // Fetched again with the next page.
  menus.catch(() => {
    if (loaded.menus === menus) loaded = { token: '', menus: Promise.resolve() };
  });
  return menus;
}

/** Requests are numbered, so that a slow answer does not overwrite the answer to a later request. */
let lastRequest = 0;
let lastApplied = 0;

async function fetchMenus(groupId: UserInfo['groupId']): Promise<void> {
  const { token, pages } = session();
  const request = ++lastRequest;
  try {
    const { list, ...rest } = await post('auth/role/menu/view', { role_id: groupId, is_login: true });
    if (session().token !== token || request < lastApplied) return;
    lastApplied = request;
    storeMenus(list, rest);
  } catch (error) {
    // A refusal leaves the menus unchanged; so does an unreachable server, if menus are stored.
    if (error instanceof ApiError) return;
    if (!isSignedIn()) return;
    if (!(error instanceof HttpFailure) || pages.length === 0) throw error;
  }
}

/** Fetches the menus again after a possible change of rights. */
export async function refreshMenus(): Promise<void> {
  const { info } = session();
  if (info) await fetchMenus(info.groupId);
}

/** Requires a session and its menus. `address`: the requested address with its query. */
export async function guardSignedIn(address: string): Promise<void> {
  if (!isSignedIn()) throw redirect({ ...links.signIn(address), replace: true });
  const menus = loadMenus();
  // Menus of the last visit open the page at once; the current ones follow, and pages that they no longer include are closed (sessionListener.ts).
  if (session().pages.length === 0) await menus;
  if (!isSignedIn()) throw redirect({ ...links.signIn(address), replace: true });
}

export async function guardPage(page: PageEntry): Promise<void> {
  if (isPermitted(page, session().pages)) return;
  // The page may have been granted since the last visit.
  await loadMenus();
  if (isPermitted(page, session().pages)) return;
  // A user who must set up a second factor has no pages until it is set up on the account page.
  const to = session().secondFactor?.isOver ? links.account() : links.forbidden();
  throw redirect({ ...to, replace: true });
}
