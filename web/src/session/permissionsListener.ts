// Hears that menus or rights have changed and asks for them again, so that open pages follow: one tab listens for all
// of them.
import { FIRST_WAIT_MS, LONGEST_WAIT_MS, listen, SILENCE_MS } from '../api/liveNudges.ts';
import { queryClient } from '../api/useCall.ts';
import { refreshMenus } from './routeGuard.ts';
import { isSignedIn, onSession, session } from './session.ts';

const rightsNow = (): string => {
  const { pages, buttons, pageModules, viewing, secondFactor } = session();
  return JSON.stringify([pages, buttons, pageModules, viewing, secondFactor]);
};

let stopFollowing: (() => void) | undefined;
function followSignedIn(): void {
  if (isSignedIn()) {
    stopFollowing ??= followRights();
  } else {
    stopFollowing?.();
    stopFollowing = undefined;
  }
}
/** For as long as the page is open, while somebody is signed in. */
export function beginFollowing(): void {
  onSession(followSignedIn);
  followSignedIn();
}

/** Until the returned function is called. */
function followRights(): () => void {
  const closed = new AbortController();
  // What a tab that listens has stored, the others hear from the browser's storage.
  let before = rightsNow();
  const stop = onSession(() => {
    const now = rightsNow();
    if (now === before || session().token === '') return;
    before = now;
    // Answers hold what the role may see: they are asked for again.
    void queryClient.invalidateQueries();
  });
  const { locks } = navigator;
  // Without TLS there are no locks: then each tab listens for itself.
  const heard = locks
    ? locks.request('rights', { signal: closed.signal }, () => keepListening(closed.signal))
    : keepListening(closed.signal);
  heard.catch(() => undefined);
  return () => {
    stop();
    closed.abort();
  };
}

async function keepListening(closed: AbortSignal): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; !closed.aborted; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    const cut = new AbortController();
    let silence: ReturnType<typeof setTimeout> | undefined;
    let isOpen = false;
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(() => cut.abort(), SILENCE_MS);
      waitMs = FIRST_WAIT_MS;
      isOpen = true;
    };
    // The first thing that a stream says is which version holds: what was changed before it was open shows then.
    await listen('', AbortSignal.any([closed, cut.signal]), alive, compare).catch(() => undefined);
    clearTimeout(silence);
    // It ends with its session, too: the answer says so.
    if (!closed.aborted && isOpen) ask();
    if (!closed.aborted) await new Promise((again) => setTimeout(again, waitMs));
  }
}

/** With the version that the stored menus are of, whichever tab has asked for them. */
function compare(data: string): void {
  const { rights } = JSON.parse(data) as { rights?: string };
  if (rights !== session().version) ask();
}

function ask(): void {
  refreshMenus().catch(() => undefined);
}
