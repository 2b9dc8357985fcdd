// The outbox of this browser: stores changes of the signed-in account while there is no connection, and sends them afterwards.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { getI18n } from 'react-i18next';
import { connection } from '../api/connection.ts';
import { HttpFailure, isUnanswered, messageOf } from '../api/failures.ts';
import { newKey, post } from '../api/post.ts';
import { queryClient } from '../api/useCall.ts';
import { isSignedIn, onSession, session } from '../session/session.ts';
import { toastDone, toastFailed, toastInfo } from '../ui/toast.tsx';
import { type Entry, retried, sendWaiting } from './outbox.ts';
import { OUTBOX_CALLS, type OutboxPath } from './outboxCalls.ts';
import { type BrowserStore, browserStore } from './outboxDatabase.ts';
import { setWaiting, waiting } from './waitingList.ts';

/** Wait before another attempt while the server answers, but not this change. */
const RETRY_MS = 20_000;
/** Other tabs read the list again after a change. */
const CHANNEL = 'outbox';
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);

interface Owner {
  uid: number;
  companyId: number;
  store: BrowserStore;
}

/** Null: nobody, as in a browser without a database and while the portal is viewed as another role. */
function owner(): Owner | null {
  const { info, viewing } = session();
  if (!isSignedIn() || !info || viewing || typeof indexedDB === 'undefined') return null;
  return { uid: info.uid, companyId: info.companyId, store: browserStore(info.uid) };
}

async function refresh(): Promise<void> {
  const uid = owner()?.uid;
  // Private windows may refuse.
  const entries = await owner()
    ?.store.read()
    .catch(() => []);
  if (owner()?.uid === uid) setWaiting(entries ?? []);
}
async function changed(): Promise<void> {
  channel?.postMessage(null);
  await refresh();
}

export interface Change<P extends OutboxPath> {
  path: P;
  body: Request<P>;
  /** Name of the plant. */
  place: string;
}

/** Makes a change now, or stores it for later when nobody answers; null: it waits. */
export async function makeOrStore<P extends OutboxPath>(change: Change<P>): Promise<Response<P> | null> {
  const { path, body } = change;
  const key = newKey();
  let failure: unknown = new HttpFailure(0, path);
  let firstSentAt: number | null = null;
  // A change of a plant follows those that wait for it.
  const isBehind = waiting().some((entry) => entry.state === 'waiting' && entry.sid === body.sid);
  if (!connection.isLost() && !isBehind) {
    firstSentAt = Date.now();
    try {
      return await post(path, body, { changes: true, key });
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      failure = error;
    }
  }
  if (!(await add(change, key, firstSentAt))) throw failure;
  void flush();
  return null;
}

async function add<P extends OutboxPath>(
  { path, body, place }: Change<P>,
  key: string,
  firstSentAt: number | null,
): Promise<boolean> {
  const by = owner();
  if (!by) return false;
  const { companyId } = by;
  const stored = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, asBlob(value)]));
  const isAdded = await by.store
    .add({
      ...{ key, companyId, path, body: stored, sid: body.sid, place },
      ...{ at: Date.now(), firstSentAt, state: 'waiting', reason: '' },
    })
    .catch(() => false);
  await changed();
  if (isAdded) toastInfo(getI18n().t('outbox.stored'));
  else toastFailed(getI18n().t('outbox.full'));
  return isAdded;
}

const asBlob = (value: unknown) => (value instanceof Uint8Array ? new Blob([value as Uint8Array<ArrayBuffer>]) : value);
const asBytes = async (value: unknown) => (value instanceof Blob ? new Uint8Array(await value.arrayBuffer()) : value);

async function send({ path, body, key }: Entry, by: Owner): Promise<unknown> {
  const fields = await Promise.all(Object.entries(body).map(async ([name, value]) => [name, await asBytes(value)]));
  const now = owner();
  // Another account or company has followed in this or another tab.
  if (now?.uid !== by.uid || now.companyId !== by.companyId) throw new HttpFailure(0, path);
  return await post(path, Object.fromEntries(fields) as Request<OutboxPath>, { key });
}

let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> | undefined;

/** Sends what waits, in one tab at a time. */
export function flush(): Promise<void> {
  running ??= flushOnce().finally(() => {
    running = undefined;
  });
  return running;
}

async function flushOnce(): Promise<void> {
  clearTimeout(timer);
  const by = owner();
  if (!by || connection.isLost()) return;
  const { t } = getI18n();
  const sendNow = () =>
    sendWaiting({
      ...{ store: by.store, companyId: by.companyId, now: () => Date.now() },
      send: (entry) => send(entry, by),
      reasonOf: (error) => messageOf(error, t),
      onSent({ path, place }) {
        toastDone(t('outbox.sent', { what: t(`outbox.calls.${OUTBOX_CALLS[path].name}`), place }));
        for (const stale of OUTBOX_CALLS[path].stale) void queryClient.invalidateQueries({ queryKey: ['call', stale] });
        void changed();
      },
      onRefused({ path, place }) {
        toastFailed(t('outbox.notSent', { what: t(`outbox.calls.${OUTBOX_CALLS[path].name}`), place }));
        void changed();
      },
    }).catch(() => false);
  await refresh();
  if (waiting().length === 0) return;
  // Missing on a page without TLS; there a change that two tabs send is applied once, as both use its key.
  const isDone = navigator.locks ? await navigator.locks.request(CHANNEL, sendNow) : await sendNow();
  await changed();
  if (!isDone && !connection.isLost() && owner()) timer = setTimeout(() => void flush(), RETRY_MS);
}

/** Sends an entry again, with `change` of its request. */
export async function retry(entry: Entry, change?: Entry['body']): Promise<void> {
  await owner()?.store.put(retried(entry, newKey, change));
  await changed();
  await flush();
}

export async function discard(entry: Entry): Promise<void> {
  await owner()?.store.remove(entry.seq);
  await changed();
}

let isStarted = false;
/** Sends what waits, now and whenever the connection or the session comes back. */
export function startOutbox(): void {
  if (isStarted) return;
  isStarted = true;
  channel?.addEventListener('message', () => void refresh());
  connection.onChange(() => void flush());
  onSession(() => void refresh().then(flush));
  void refresh().then(flush);
}
