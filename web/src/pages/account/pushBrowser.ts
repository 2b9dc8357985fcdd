// This browser as one that shows notices: whether it can, by what it knows itself, and how it becomes one.

const WORKER = '/push.js';

/** Not on a page that came without TLS, and not in every browser. */
export const canShowNotices = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const subscriptionHere = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription()) ?? null;

/** As `account/push` names its browsers; null: this one shows none. */
export async function ownEndpointHash(): Promise<string | null> {
  if (!canShowNotices()) return null;
  const subscription = await subscriptionHere();
  if (!subscription) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  const text = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Null: its person has said no, or its maker's service cannot be reached. */
export async function subscribe(publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(WORKER, { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made for another key of the server is of no use.
  await (await subscriptionHere())?.unsubscribe();
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
  await (await subscriptionHere())?.unsubscribe();
}
