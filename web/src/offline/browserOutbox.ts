// The outbox of this browser: stores changes of the signed-in account while there is no connection, and sends them afterwards.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { getI18n } from 'react-i18next';
import { connection } from '../api/connection.ts';
import { ApiError, HttpFailure, isUnanswered, messageOf } from '../api/failures.ts';
import { newKey, post } from '../api/post.ts';
import { queryClient } from '../api/useCall.ts';
import { isSignedIn, onSession, session } from '../session/session.ts';
import { toastDone, toastFailed, toastInfo } from '../ui/toast.tsx';
import { addIssued, clearIssued } from './issuedPasswords.ts';
import {
  type Entry,
  isLocal,
  localSid,
  type NewEntry,
  removeReplaced,
  replaceWaiting,
  retried,
  sendWaiting,
} from './outbox.ts';
import { isSnapshot, OUTBOX_CALLS, type OutboxPath } from './outboxCalls.ts';
import { type BrowserStore, browserStore } from './outboxDatabase.ts';
import { setWaiting, waiting } from './waitingList.ts';

/** Wait before another attempt while the server answers, but not this change. */
const RETRY_MS = 20_000;
/** Lock of the tab that sends. */
const LOCK = 'outbox';

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

export interface Change<P extends OutboxPath> {
  path: P;
  body: Request<P>;
  /** Name of the plant. */
  place: string;
  /** What was typed, for a form that is corrected. */
  draft?: unknown;
}

/** Makes a change now, or stores it for later if the server does not answer; null: stored. */
export async function makeOrStore<P extends OutboxPath>(change: Change<P>): Promise<Response<P> | null> {
  const { path, body } = change;
  const by = owner();
  if (!by) return await post(path, body, { changes: true });
  const key = newKey();
  let failure: unknown = new HttpFailure(0, path);
  let firstSentAt: number | null = null;
  // Changes of a plant are made in order.
  const sid = 'sid' in body ? body.sid : localSid(key);
  const isBehind =
    isLocal({ path, sid }) ||
    (await by.store.read().catch(() => [])).some(
      (one) => one.state === 'waiting' && one.sid === sid && one.companyId === by.companyId,
    );
  if (!connection.isLost() && !isBehind) {
    firstSentAt = Date.now();
    try {
      const answer = await post(path, body, { changes: true, key });
      if (isSnapshot(path)) await removeReplaced(by.store, path, sid).then(refresh, () => undefined);
      return answer;
    } catch (error) {
      // A change that the server is still making counts as unanswered, as in post.ts.
      const isPending = error instanceof ApiError && error.code === ERROR_CODES.stillInProgress;
      if (!isUnanswered(error) && !isPending) throw error;
      failure = error;
    }
  }
  if (!(await add(by, change, key, firstSentAt))) throw failure;
  void flush();
  return null;
}

async function add<P extends OutboxPath>(
  { store, companyId }: Owner,
  { path, body, place, draft }: Change<P>,
  key: string,
  firstSentAt: number | null,
): Promise<boolean> {
  const stored = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, asBlob(value)]));
  const entry: NewEntry = {
    ...{ key, companyId, path, body: stored, sid: 'sid' in body ? body.sid : localSid(key), place },
    ...{ at: Date.now(), firstSentAt, state: 'waiting', reason: '' },
    ...(draft !== undefined && { draft }),
  };
  const isAdded = await replaceWaiting(store, entry).then(
    (isReplaced) => isReplaced || store.add(entry),
    () => false,
  );
  await refresh();
  if (isAdded) toastInfo(getI18n().t('outbox.stored'));
  else toastFailed(getI18n().t('outbox.full'));
  return isAdded;
}

const asBlob = (value: unknown) => (value instanceof Uint8Array ? new Blob([value as Uint8Array<ArrayBuffer>]) : value);
const asBytes = async (value: unknown) => (value instanceof Blob ? new Uint8Array(await value.arrayBuffer()) : value);

async function send({ path, body, key }: Entry, by: Owner): Promise<unknown> {
  const fields = await Promise.all(Object.entries(body).map(async ([name, value]) => [name, await asBytes(value)]));
  const now = owner();
  // This or another tab has switched to another account or company.
  if (now?.uid !== by.uid || now.companyId !== by.companyId) throw new HttpFailure(0, path);
  return await post(path, Object.fromEntries(fields) as Request<OutboxPath>, { key });
}

let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> = Promise.resolve();

/** Sends the waiting changes, in one tab at a time. If a pass is running, another one follows, because the first may have read the list already. */
export function flush(): Promise<void> {
  running = running.then(flushOnce).catch(() => undefined);
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
      onSent({ path, place, sid }, answer) {
        toastDone(t('outbox.sent', { what: t(`outbox.calls.${OUTBOX_CALLS[path].name}`), place }));
        for (const stale of OUTBOX_CALLS[path].stale) void queryClient.invalidateQueries({ queryKey: ['call', stale] });
        if (OUTBOX_CALLS[path].returnsSecret) addIssued((answer as { sid: string } | undefined)?.sid ?? sid, answer);
        void refresh();
      },
      onRefused({ path, place }) {
        toastFailed(t('outbox.notSent', { what: t(`outbox.calls.${OUTBOX_CALLS[path].name}`), place }));
        void refresh();
      },
    }).catch(() => false);
  await refresh();
  if (waiting().length === 0) return;
  // Missing on a page without TLS. There two tabs may send the same change, which is applied once because both use its key.
  const isDone = navigator.locks ? await navigator.locks.request(LOCK, sendNow) : await sendNow();
  await refresh();
  if (!isDone && !connection.isLost() && owner()) timer = setTimeout(() => void flush(), RETRY_MS);
}

/** Sends an entry again, with `change` of its request. */
export async function retry(entry: Entry, change?: Entry['body'], draft = entry.draft): Promise<void> {
  // Another tab may have sent or discarded it.
  await owner()?.store.update(entry.seq, (now) =>
    now.state === entry.state ? { ...retried(now, newKey, change), ...(draft !== undefined && { draft }) } : now,
  );
  await refresh();
  await flush();
}

/** Returns a refused entry to be corrected; undefined: it was sent or discarded meanwhile. */
export async function refusedEntry(seq: number): Promise<Entry | undefined> {
  startOutbox();
  return (await owner()?.store.read())?.find((entry) => entry.seq === seq && entry.state === 'refused');
}

export async function discard(entry: Entry): Promise<void> {
  const store = owner()?.store;
  await store?.remove(entry.seq);
  // What was entered for a plant that is not created goes with it.
  if (entry.path === 'site/createFast')
    for (const one of (await store?.read()) ?? []) if (one.sid === entry.sid) await store?.remove(one.seq);
  await refresh();
}

let isStarted = false;
/** Sends the waiting changes now and whenever the connection or the session returns. */
export function startOutbox(): void {
  if (isStarted) return;
  isStarted = true;
  // Another tab may have sent or stored something.
  document.addEventListener('visibilitychange', () => void (document.hidden || refresh()));
  connection.onChange(() => void flush());
  let uid = session().info?.uid;
  onSession(() => {
    if (session().info?.uid !== uid) clearIssued();
    uid = session().info?.uid;
    void refresh().then(flush);
  });
  void refresh().then(flush);
}
