// The stored session: token, who it is, and what their role's menus allow; kept in the browser between visits.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Menu, UserInfo } from '@heliograph/contract/entities/user.ts';
import { MENU_MODE, type Permission } from '@heliograph/contract/permissions.ts';
import { useSyncExternalStore } from 'react';
import { KEYS, store, stored, storedJson } from './storage.ts';

export interface Session {
  token: string;
  info: UserInfo | null;
  menus: Menu[];
  /** Names of permitted buttons (mode 2). */
  buttons: string[];
  /** Names of permitted pages (mode 1). */
  pages: string[];
  /** Names of permitted parts of pages (mode 3). */
  pageModules: string[];
  /** The role as which the portal is looked at: its menus are these, and nothing can be changed. */
  viewing: Response<'auth/role/menu/view'>['viewing'];
  /** The version of the rights that these are. */
  version: string;
  /** The role asks for more than the password that the session was opened with. */
  secondFactor: Response<'auth/role/menu/view'>['secondFactor'];
}

const NOBODY: Session = {
  token: '',
  info: null,
  menus: [],
  buttons: [],
  pages: [],
  pageModules: [],
  viewing: null,
  secondFactor: null,
  version: '',
};

/** Why the last session ended: the sign-in page says when it expired, and when its account was cancelled. */
export type EndReason = 'expired' | 'signedOut' | 'left';

const OF_VISIT = [KEYS.formDrafts, KEYS.lastVisitedPath, KEYS.listViews, KEYS.pageVisits] as const;

let current: Session = read();
let endReason: EndReason | null = null;
/** What was begun in a session that ended by itself, for whoever signs in again here: in this page's memory alone. */
let begun: { uid: number | undefined; drafts: string | null; path: string | null } | null = null;
const listeners = new Set<() => void>();

function read(): Session {
  const kept = storedJson(KEYS.session) as Partial<Session> | undefined;
  return typeof kept?.token === 'string' ? { ...NOBODY, ...kept } : NOBODY;
}

function change(next: Session): void {
  current = next;
  store(KEYS.session, next.token ? JSON.stringify(next) : null);
  // Names of plants, which whoever signs in next must not read.
  if (!next.token) store(KEYS.recent, null);
  for (const listener of listeners) listener();
}

/** Called on every change; gives back how to stop. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

if (typeof window !== 'undefined') {
  // Signing in or out in another tab counts here as well.
  window.addEventListener('storage', (event) => {
    if (event.key !== KEYS.session && event.key !== null) return;
    current = read();
    for (const listener of listeners) listener();
  });
}

export const session = (): Session => current;
export const useSession = (): Session => useSyncExternalStore(onSession, session);
export const isSignedIn = (): boolean => current.token !== '';

/** Also of a session that goes on in another company: its menus are asked for again. */
export function startSession(answer: {
  userInfo: UserInfo;
  tokenInfo: Pick<Response<'sign-in'>['tokenInfo'], 'token'>;
}): void {
  endReason = null;
  // Nobody else's are taken up.
  if (begun?.drafts && begun.uid === answer.userInfo.uid) store(KEYS.formDrafts, begun.drafts);
  begun = null;
  change({ ...NOBODY, token: answer.tokenInfo.token, info: answer.userInfo });
}

/** The same session goes on with another token; the other tabs take it from the browser's storage. */
export function renewToken(before: string, token: string): void {
  if (current.token === before) change({ ...current, token });
}

/** The user's address and picture as they are now. */
export function storeProfile(face: Pick<UserInfo, 'email' | 'headerImg' | 'fullHeaderImg'>): void {
  const { info } = current;
  if (info && (info.headerImg !== face.headerImg || info.email !== face.email))
    change({ ...current, info: { ...info, ...face } });
}

export function endSession(reason: EndReason): void {
  if (!isSignedIn()) return;
  endReason = reason;
  // What was begun waits for whoever is asked to sign in again; who leaves takes it along. The browser keeps neither.
  begun =
    reason === 'expired'
      ? { uid: current.info?.uid, drafts: stored(KEYS.formDrafts), path: stored(KEYS.lastVisitedPath) }
      : null;
  for (const key of OF_VISIT) store(key, null);
  change(NOBODY);
}

export const peekEndReason = (): EndReason | null => endReason;

/** Why the session ended, told once. */
export function consumeEndReason(): EndReason | null {
  const reason = endReason;
  endReason = null;
  return reason;
}

/** Menus as a tree -> the three lists of permitted names. */
export function permitted(menus: readonly Menu[]): Pick<Session, 'buttons' | 'pages' | 'pageModules'> {
  const lists = { buttons: new Set<string>(), pages: new Set<string>(), pageModules: new Set<string>() };
  const walk = (entries: readonly Menu[]) => {
    for (const entry of entries) {
      if (entry.components_title !== '') {
        if (entry.mode === MENU_MODE.page) lists.pages.add(entry.components_title);
        else if (entry.mode === MENU_MODE.button) lists.buttons.add(entry.components_title);
        else if (entry.mode === MENU_MODE.pageModule) lists.pageModules.add(entry.components_title);
      }
      walk(entry.children ?? []);
    }
  };
  walk(menus);
  return { buttons: [...lists.buttons], pages: [...lists.pages], pageModules: [...lists.pageModules] };
}

/** `rest`: what goes with them. */
export function storeMenus(
  menus: Menu[],
  rest: Partial<Pick<Session, 'viewing' | 'secondFactor' | 'version'>> = {},
): void {
  const next = { ...current, menus, ...permitted(menus), viewing: null, secondFactor: null, version: '', ...rest };
  // Mostly they are those of the last visit, of which the page is being drawn: told as new, all of it would be drawn again.
  if (JSON.stringify(next) !== JSON.stringify(current)) change(next);
}

/** Whether the role owns a page, button or page module. */
export function hasPermission(permission: Permission, who: Session = current): boolean {
  return [who.pages, who.buttons, who.pageModules].some((names) => names.includes(permission));
}

/** Hides what the role does not own: `const mayCreate = usePermission('SiteCreate')`. */
export function usePermission(permission: Permission): boolean {
  return hasPermission(permission, useSession());
}

export const lastVisitedPath = (): string | null => stored(KEYS.lastVisitedPath) ?? begun?.path ?? null;
export const storeLastVisitedPath = (path: string): void => store(KEYS.lastVisitedPath, path);
