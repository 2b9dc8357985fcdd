// Hears that menus or rights have changed and asks for them again, so that open pages follow: one tab listens for all
// of them.
import { FIRST_WAIT_MS, LONGEST_WAIT_MS, listen, SILENCE_MS } from '../api/liveNudges.ts';
import { queryClient } from '../api/useCall.ts';
import { refreshMenus } from './enter.ts';
import { isSignedIn, onSession, session } from './session.ts';

/** Thousands of pages hear of one change: they ask within this time, not all at once. */
const SPREAD_MS = 500;

/** After the page has come to rest. */
const REST_MS = 10_000;

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
    // Answers hold what the role may see: they are asked for anew.
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
  let hasListened = false;
  for (let waitMs = FIRST_WAIT_MS; !closed.aborted; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    const cut = new AbortController();
    let silence: ReturnType<typeof setTimeout> | undefined;
    let isOpen = false;
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(() => cut.abort(), SILENCE_MS);
      waitMs = FIRST_WAIT_MS;
      // What was changed before anybody listened: of a page that was opened a moment ago hardly anything, so that it may rest first.
      if (!isOpen) ask(hasListened ? 0 : REST_MS);
      hasListened = true;
      isOpen = true;
    };
    await listen(null, AbortSignal.any([closed, cut.signal]), alive, () => ask(Math.random() * SPREAD_MS)).catch(
      () => undefined,
    );
    clearTimeout(silence);
    // It ends with its session, too: the answer says so.
    if (!closed.aborted && isOpen) ask(0);
    if (!closed.aborted) await new Promise((again) => setTimeout(again, waitMs));
  }
}

function ask(afterMs: number): void {
  setTimeout(() => refreshMenus().catch(() => undefined), afterMs);
}
