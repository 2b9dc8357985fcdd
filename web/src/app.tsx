// Everything but sign-in: the router with its pages, loaded once there is a session or another address was asked for.
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buildRouter } from './routes.tsx';
import { setAfterSignIn } from './session/afterSignIn.ts';
import { beginFollowing } from './session/permissionsListener.ts';
import { listenToSession } from './session/sessionListener.ts';

/** A first page has more urgent things to load; what changes meanwhile is asked for when the stream opens. */
const FOLLOW_AFTER_MS = 1000;

/** The page of the address, ready to be drawn. */
export async function openApp(): Promise<ReactNode> {
  const router = buildRouter();
  listenToSession(router);
  setTimeout(beginFollowing, FOLLOW_AFTER_MS);
  setAfterSignIn(async (address) => router.history.replace(address));
  await router.load();
  return <RouterProvider router={router} />;
}
