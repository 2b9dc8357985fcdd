// Reloads menus and rights so that open pages follow: when the server reports that they changed (one tab listens for all
// tabs), when a call is refused, and when the window is used again.
import { FIRST_WAIT_MS, LONGEST_WAIT_MS, listen, SILENCE_MS } from '../api/liveNudges.ts';
import { onForbidden } from '../api/post.ts';
import { queryClient } from '../api/useCall.ts';
import { refreshMenus } from './routeGuard.ts';
import { isSignedIn, onSession, session } from './session.ts';

const serializeRights = (): string => {
  const { info, pages, buttons, pageModules, viewing, secondFactor } = session();
  return JSON.stringify([info?.groupId, pages, buttons, pageModules, viewing, secondFactor]);
};

/** A refused call and the window's return reload the menus at most this often: most refusals have other reasons. */
const RELOAD_EVERY_MS = 10_000;

let stopFollowing: (() => void) | undefined;
function followSignedIn(): void {
  if (isSignedIn()) {
    stopFollowing ??= followRights();
  } else {
    stopFollowing?.();
    stopFollowing = undefined;
  }
}
/** Follows changed rights while the page is open and a user is signed in. */
export function beginFollowing(): void {
  onSession(followSignedIn);
  followSignedIn();
}

/** Follows changed rights until the returned function is called. */
function followRights(): () => void {
  const closed = new AbortController();
  // Rights that the listening tab stores reach the other tabs through the browser's storage.
  let before = serializeRights();
  const stop = onSession(() => {
    const now = serializeRights();
    if (now === before || session().token === '') return;
    before = now;
    // Answers depend on the role's rights, so they are fetched again.
    void queryClient.invalidateQueries();
  });
  const { locks } = navigator;
  // Without TLS there are no locks, and each tab listens by itself.
  const listening = locks
    ? locks.request('rights', { signal: closed.signal }, () => keepListening(closed.signal))
    : keepListening(closed.signal);
  listening.catch(() => undefined);
  let reloadedAt = Number.NEGATIVE_INFINITY;
  const check = () => {
    if (performance.now() - reloadedAt < RELOAD_EVERY_MS) return;
    reloadedAt = performance.now();
    reloadMenus();
  };
  const stopForbidden = onForbidden(check);
  window.addEventListener('focus', check, { signal: closed.signal });
  return () => {
    stop();
    stopForbidden();
    closed.abort();
  };
}

async function keepListening(closed: AbortSignal): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; !closed.aborted; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    const dropped = new AbortController();
    let silence: ReturnType<typeof setTimeout> | undefined;
    let isOpen = false;
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(() => dropped.abort(), SILENCE_MS);
      waitMs = FIRST_WAIT_MS;
      isOpen = true;
    };
    // The first event of a stream is the current version, which reveals changes from before the stream was open.
    await listen('', AbortSignal.any([closed, dropped.signal]), alive, compareVersion).catch(() => undefined);
    clearTimeout(silence);
    // The stream also ends with its session; the answer to the request shows that.
    if (!closed.aborted && isOpen) reloadMenus();
    if (!closed.aborted) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Reloads the menus when the reported version differs from that of the stored menus, whichever tab loaded them. */
function compareVersion(data: string): void {
  const { rights } = JSON.parse(data) as { rights?: string };
  if (rights !== session().version) reloadMenus();
}

function reloadMenus(): void {
  refreshMenus().catch(() => undefined);
}
