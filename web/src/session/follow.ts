// When the session ends, wherever that was noticed, the reader goes to sign-in.
import type { AnyRouter } from '@tanstack/react-router';
import { links } from '../links.ts';
import { isSignedIn, lastVisitedPath, onSession, peekEndReason } from './session.ts';

export function followSession(router: AnyRouter): () => void {
  let wasSignedIn = isSignedIn();
  return onSession(() => {
    const ended = wasSignedIn && !isSignedIn();
    wasSignedIn = isSignedIn();
    if (!ended) return;
    const isOwnChoice = peekEndReason() === 'signedOut';
    void router.navigate(links.signIn(isOwnChoice ? null : lastVisitedPath()));
  });
}
