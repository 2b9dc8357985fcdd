// The session stored in the browser between visits: token, user, and permissions from the menus of the role.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Menu, UserInfo } from '@heliograph/contract/entities/user.ts';
import { MENU_MODE, type Permission } from '@heliograph/contract/permissions.ts';
import { useSyncExternalStore } from 'react';
import { deleteOutbox } from '../offline/accountOutbox.ts';
import { deleteAnswers } from '../offline/deleteAnswers.ts';
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
  /** Role through which the portal is viewed: the menus are those of this role, and nothing can be changed. */
  viewing: Response<'auth/role/menu/view'>['viewing'];
  /** Version of these rights. */
  version: string;
  /** Set when the role requires a second factor and the session was opened with a password alone. */
  secondFactor: Response<'auth/role/menu/view'>['secondFactor'];
}

const SIGNED_OUT: Session = {
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

/** Reason why the last session ended; the sign-in page shows when it expired and when its account was cancelled. */
export type EndReason = 'expired' | 'signedOut' | 'left';

const OF_VISIT = [KEYS.formDrafts, KEYS.lastVisitedPath, KEYS.listViews, KEYS.pageVisits] as const;

let current: Session = read();
let endReason: EndReason | null = null;
/** Path and drafts of a session that expired, for the next sign-in; drafts only for the same user. In the memory of this page only. */
let unfinished: { uid: number | undefined; drafts: string | null; path: string | null } | null = null;
const listeners = new Set<() => void>();

function read(): Session {
  const saved = storedJson(KEYS.session) as Partial<Session> | undefined;
  return typeof saved?.token === 'string' ? { ...SIGNED_OUT, ...saved } : SIGNED_OUT;
}

/** Returns whether these are two accounts, or two companies of one: no answer for the one is valid for the other. */
export const isOtherUser = (one: UserInfo | null, other: UserInfo | null): boolean =>
  one?.uid !== other?.uid || one?.companyId !== other?.companyId;

function change(next: Session): void {
  const before = current.info;
  current = next;
  store(KEYS.session, next.token ? JSON.stringify(next) : null);
  // Names of plants, which the next user must not read.
  if (!next.token) store(KEYS.recent, null);
  if (!next.token || isOtherUser(next.info, before)) deleteAnswers();
  for (const listener of listeners) listener();
}

/** Registers a listener for every change; returns the function that removes it. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

if (typeof window !== 'undefined') {
  // Signing in or out in another tab applies to this tab as well.
  window.addEventListener('storage', (event) => {
    if (event.key !== KEYS.session && event.key !== null) return;
    current = read();
    for (const listener of listeners) listener();
  });
}

export const session = (): Session => current;
export const useSession = (): Session => useSyncExternalStore(onSession, session);
export const isSignedIn = (): boolean => current.token !== '';

/** Starts a session, or continues it in another company; its menus are fetched again. */
export function startSession(answer: {
  userInfo: UserInfo;
  tokenInfo: Pick<Response<'sign-in'>['tokenInfo'], 'token'>;
}): void {
  endReason = null;
  // Only the drafts of the same user are restored.
  if (unfinished?.drafts && unfinished.uid === answer.userInfo.uid) store(KEYS.formDrafts, unfinished.drafts);
  unfinished = null;
  change({ ...SIGNED_OUT, token: answer.tokenInfo.token, info: answer.userInfo });
}

/** Continues the session with a new token; other tabs read it from the browser's storage. */
export function renewToken(before: string, token: string): void {
  if (current.token === before) change({ ...current, token });
}

/** Stores the user's current email address and picture. */
export function storeProfile(profile: Pick<UserInfo, 'email' | 'headerImg' | 'fullHeaderImg'>): void {
  const { info } = current;
  if (info && (info.headerImg !== profile.headerImg || info.email !== profile.email))
    change({ ...current, info: { ...info, ...profile } });
}

export function endSession(reason: EndReason): void {
  if (!isSignedIn()) return;
  endReason = reason;
  // After expiry, drafts wait for the same user's next sign-in; after a sign-out they are dropped. The browser stores neither.
  unfinished =
    reason === 'expired'
      ? { uid: current.info?.uid, drafts: stored(KEYS.formDrafts), path: stored(KEYS.lastVisitedPath) }
      : null;
  for (const key of OF_VISIT) store(key, null);
  // After expiry, the waiting changes are sent by the next session of the same account.
  if (reason !== 'expired' && current.info) deleteOutbox(current.info.uid);
  change(SIGNED_OUT);
}

export const peekEndReason = (): EndReason | null => endReason;

/** Returns why the session ended, and resets it. */
export function consumeEndReason(): EndReason | null {
  const reason = endReason;
  endReason = null;
  return reason;
}

/** Returns the three lists of permitted names of a menu tree. */
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

/** Stores the menus and, in `rest`, the other fields of their answer, with the user whose role they are of. */
export function storeMenus(
  menus: Menu[],
  {
    userInfo,
    ...rest
  }: Partial<Pick<Session, 'viewing' | 'secondFactor' | 'version'>> & { userInfo?: UserInfo | null } = {},
): void {
  const info = userInfo ?? current.info;
  const next = {
    ...current,
    info,
    menus,
    ...permitted(menus),
    viewing: null,
    secondFactor: null,
    version: '',
    ...rest,
  };
  // Mostly they equal those of the last visit, from which the page is being rendered: a change would render all of it again.
  if (JSON.stringify(next) !== JSON.stringify(current)) change(next);
}

/** Returns whether the role has a page, button or page module. */
export function hasPermission(permission: Permission, from: Session = current): boolean {
  return [from.pages, from.buttons, from.pageModules].some((names) => names.includes(permission));
}

/** Returns whether the role has a permission: `const mayCreate = usePermission('SiteCreate')`. */
export function usePermission(permission: Permission): boolean {
  return hasPermission(permission, useSession());
}

export const lastVisitedPath = (): string | null => stored(KEYS.lastVisitedPath) ?? unfinished?.path ?? null;
export const storeLastVisitedPath = (path: string): void => store(KEYS.lastVisitedPath, path);
