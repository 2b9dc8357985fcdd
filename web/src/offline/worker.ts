// Registers the service worker of the running release (web/public/worker.js).
import { portal } from '../brand/portal.ts';

/** Undefined on a page without TLS, where browsers have no service workers. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return await navigator.serviceWorker?.register(`/worker.js?release=${encodeURIComponent(portal.version)}`);
}
