// What must hold before a signed-in page opens: a session, its role's menus, and the page among them.
import type { PageEntry } from '@heliograph/contract/pages.ts';
import { redirect } from '@tanstack/react-router';
import { HttpFailure, Refused } from '../api/failures.ts';
import { post } from '../api/post.ts';
import { links } from '../links.ts';
import { isPermitted } from './guard.ts';
import { isSignedIn, onSession, session, takeMenus } from './session.ts';

/** The token whose menus were loaded in this visit. */
let loadedFor = '';
onSession(() => {
  if (!isSignedIn()) loadedFor = '';
});

async function loadMenus(): Promise<void> {
  const { token, info, pages } = session();
  if (loadedFor === token || info?.role === undefined || info.role === null) return;
  try {
    const { list } = await post('auth/role/menu/view', { role_id: info.groupId, is_login: true });
    takeMenus(list);
    loadedFor = token;
  } catch (error) {
    // A refusal leaves the menus as they are; so does a server out of reach, if menus are stored.
    if (error instanceof Refused) return;
    if (!isSignedIn()) return;
    if (!(error instanceof HttpFailure) || pages.length === 0) throw error;
  }
}

/** `address`: what was asked for, with its query. */
export async function enterSignedIn(address: string): Promise<void> {
  if (!isSignedIn()) throw redirect({ ...links.signIn(address), replace: true });
  await loadMenus();
  if (!isSignedIn()) throw redirect({ ...links.signIn(address), replace: true });
}

export function enterPage(page: PageEntry): void {
  if (!isPermitted(page, session().pages)) throw redirect({ ...links.forbidden(), replace: true });
}
