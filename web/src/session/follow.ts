// When the session ends, wherever that was noticed, the reader goes to sign-in; when it loses pages, they are shut.
import type { AnyRouter } from '@tanstack/react-router';
import { links } from '../links.ts';
import { isSignedIn, lastVisitedPath, onSession, peekEndReason, session } from './session.ts';

export function followSession(router: AnyRouter): () => void {
  let wasSignedIn = isSignedIn();
  let before = session();
  return onSession(() => {
    const { token, pages } = session();
    const lost = token === before.token && before.pages.some((page) => !pages.includes(page));
    before = session();
    // Asks again whether the page that is open may be.
    if (lost) void router.invalidate();
    const ended = wasSignedIn && !isSignedIn();
    wasSignedIn = isSignedIn();
    if (!ended) return;
    const isOwnChoice = peekEndReason() === 'signedOut';
    void router.navigate(links.signIn(isOwnChoice ? null : lastVisitedPath()));
  });
}
