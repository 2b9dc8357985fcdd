// The portal besides sign-in: router and pages, loaded with a session or for another address.
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { connection } from './api/connection.ts';
import { preload } from './api/loading.ts';
import { hasOutbox } from './offline/accountOutbox.ts';
import { buildRouter } from './routes.tsx';
import { setAfterSignIn } from './session/afterSignIn.ts';
import { beginFollowing } from './session/permissionsListener.ts';
import { onSession, session } from './session/session.ts';
import { listenToSession } from './session/sessionListener.ts';

/** Delay, as the first page has more urgent requests; changes in between are fetched when the stream opens. */
const FOLLOW_AFTER_MS = 1000;
const OFFLINE_AFTER_MS = 5000;

/** Without a connection, stored answers are all that the first page can show. */
function prepareOffline(): void {
  const start = () => {
    void sendLeft();
    onSession(() => void sendLeft());
    // Missing on a page without TLS, which no browser opens without a network.
    if ('serviceWorker' in navigator) preload(async () => (await import('./offline/start.ts')).startOffline());
  };
  if (connection.isLost()) start();
  else setTimeout(start, OFFLINE_AFTER_MS);
}

/** Sends the changes that the account has left in this browser. */
async function sendLeft(): Promise<void> {
  const { info } = session();
  if (info && (await hasOutbox(info.uid)))
    preload(async () => (await import('./offline/browserOutbox.ts')).startOutbox());
}

/** Renders the page of the address. */
export async function openApp(): Promise<ReactNode> {
  const router = buildRouter();
  listenToSession(router);
  setTimeout(beginFollowing, FOLLOW_AFTER_MS);
  prepareOffline();
  setAfterSignIn(async (address) => router.history.replace(address));
  await router.load();
  return <RouterProvider router={router} />;
}
