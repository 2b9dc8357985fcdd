// When the session ends, wherever that was noticed, the reader goes to sign-in; when it loses pages, they are shut.
import type { AnyRouter } from '@tanstack/react-router';
import { links } from '../links.ts';
import { isSignedIn, lastVisitedPath, onSession, peekEndReason, session } from './session.ts';

export function listenToSession(router: AnyRouter): () => void {
  let wasSignedIn = isSignedIn();
  let before = session();
  return onSession(() => {
    const { token, pages, info } = session();
    const lost = token === before.token && before.pages.some((page) => !pages.includes(page));
    // In another company nothing holds that was heard here, and in no other tab.
    const moved = token !== '' && token === before.token && info?.companyId !== before.info?.companyId;
    before = session();
    if (moved) return location.assign(links.sites().to);
    // Asks again whether the page that is open may be.
    if (lost) void router.invalidate();
    const ended = wasSignedIn && !isSignedIn();
    wasSignedIn = isSignedIn();
    if (!ended) return;
    const isOwnChoice = peekEndReason() !== 'expired';
    void router.navigate(links.signIn(isOwnChoice ? null : lastVisitedPath()));
  });
}
