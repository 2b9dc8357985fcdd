// Opens the sign-in page when the session ends for any reason, and closes pages that the session may no longer open.
import type { AnyRouter } from '@tanstack/react-router';
import { links } from '../links.ts';
import { isOtherUser, isSignedIn, lastVisitedPath, onSession, peekEndReason, session } from './session.ts';

export function listenToSession(router: AnyRouter): () => void {
  let wasSignedIn = isSignedIn();
  let before = session();
  return onSession(() => {
    const { token, pages, info } = session();
    const hasLostPage = token === before.token && before.pages.some((page) => !pages.includes(page));
    // No loaded answer is valid, in this tab or any other. Another tab may sign out and in again before this one is notified.
    const isOther = token !== '' && before.token !== '' && isOtherUser(info, before.info);
    before = session();
    if (isOther) return location.assign(links.sites().to);
    // Checks again whether the open page is permitted.
    if (hasLostPage) void router.invalidate();
    const hasEnded = wasSignedIn && !isSignedIn();
    wasSignedIn = isSignedIn();
    if (!hasEnded) return;
    const isOwnChoice = peekEndReason() !== 'expired';
    void router.navigate(links.signIn(isOwnChoice ? null : lastVisitedPath()));
  });
}
