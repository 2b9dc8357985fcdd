// Push notifications of this browser: whether it supports them, whether it is subscribed, and how it subscribes and unsubscribes.
import { registerWorker } from '../../offline/worker.ts';

/** Returns false on a page served without TLS and in browsers without push support. */
export const canShowNotices = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const currentSubscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription()) ?? null;

/** Hash by which `account/push` identifies this browser; null if it is not subscribed. */
export async function ownEndpointHash(): Promise<string | null> {
  if (!canShowNotices()) return null;
  const subscription = await currentSubscription();
  if (!subscription) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  const text = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Subscribes this browser; null if the user refuses or the push service of its maker cannot be reached. */
export async function subscribe(publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription for another key of the server is useless.
  await (await currentSubscription())?.unsubscribe();
  const subscription = await pushManager
    .subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    })
    .catch(() => null);
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  return endpoint && keys?.p256dh && keys.auth ? { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } : null;
}

export async function unsubscribe(): Promise<void> {
  await (await currentSubscription())?.unsubscribe();
}
