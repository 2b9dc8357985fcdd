// Registers the service worker of the running release (web/public/worker.js).
import { portal } from '../brand/portal.ts';

/** Address of the worker of this release. */
export const WORKER = `/worker.js?release=${encodeURIComponent(portal.version)}`;

/** Undefined on a page without TLS, where browsers have no service workers. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return await navigator.serviceWorker?.register(WORKER);
}
