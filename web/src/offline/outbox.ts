// Sends the changes that wait for a connection: in order, each once, with the key that it was first sent with.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { ApiError, HttpFailure, isUnanswered } from '../api/failures.ts';
import { isSnapshot, OUTBOX_CALLS, type OutboxPath } from './outboxCalls.ts';

/**
 * `refused`: for the `reason` that the server gave. `conflict`: someone else has changed the same thing in the meantime.
 * `uncertain`: sent, but it may or may not have been stored. `waiting`: to be sent.
 */
export type EntryState = 'waiting' | 'refused' | 'conflict' | 'uncertain';

export interface NewEntry {
  /** Idempotency key. */
  key: string;
  companyId: number;
  path: OutboxPath;
  /** Request of the call. */
  body: Readonly<Record<string, unknown>>;
  /** Plant whose changes are sent in order; of a plant that is not created yet a local one (`localSid`). */
  sid: string;
  /** Name of the plant, for the list. */
  place: string;
  /** Time of the change, epoch ms. */
  at: number;
  /** Time of the first attempt, epoch ms; null: never sent. */
  firstSentAt: number | null;
  state: EntryState;
  reason: string;
  /** What was typed, for a form that is corrected. */
  draft?: unknown;
}
/** `seq`: position, from the database. */
export type Entry = NewEntry & { seq: number };

export interface OutboxStore {
  /** Returns the entries in their order. */
  read(): Promise<Entry[]>;
  /** Changes an entry in one transaction, and returns it; undefined: it is gone. */
  update(seq: number, change: (entry: Entry) => Entry): Promise<Entry | undefined>;
  remove(seq: number): Promise<void>;
}

export interface Sending {
  store: OutboxStore;
  /** The session's company: changes made in another one wait for it. */
  companyId: number;
  /** Sends one change with its key; throws as `post` does. */
  send(entry: Entry): Promise<unknown>;
  now(): number;
  /** The message of a refusal in the reader's language. */
  reasonOf(error: unknown): string;
  /** `answer`: undefined when an earlier attempt was applied and its answer is lost. */
  onSent(entry: Entry, answer: unknown): void;
  onRefused(entry: Entry): void;
}

/** Returns the id of a plant until the server gives it one. */
export const localSid = (key: string): string => `new ${key}`;
export const isLocal = ({ path, sid }: { path: OutboxPath; sid: string }): boolean =>
  sid.startsWith('new ') && path !== 'site/createFast';

/** The server stores keys for 24 hours; a change first sent before that could be applied twice. */
const KEY_LIFETIME_MS = 23 * 3_600_000;

/** Refusals that a later attempt may not meet. */
const LATER: readonly number[] = [
  ERROR_CODES.stillInProgress,
  ERROR_CODES.busy,
  ERROR_CODES.tooManyRequests,
  ERROR_CODES.tooManyChanges,
  ERROR_CODES.sessionBudget,
  ERROR_CODES.maintenance,
];

/** Sends the waiting changes. Returns false if some must be tried again later. */
export async function sendWaiting(sending: Sending): Promise<boolean> {
  const { store, companyId, now } = sending;
  /** Plants whose next change must be tried again later. */
  const held = new Set<string>();
  for (;;) {
    const all = await store.read();
    const entry = all.find(
      (one) => one.state === 'waiting' && one.companyId === companyId && !held.has(one.sid) && !isLocal(one),
    );
    if (!entry) return held.size === 0;
    if (entry.firstSentAt !== null && now() - entry.firstSentAt > KEY_LIFETIME_MS) {
      await end(sending, entry, { state: 'uncertain' });
      continue;
    }
    const firstSentAt = entry.firstSentAt ?? now();
    // Stored before it is sent: this page may be closed before the answer.
    const sent = await store.update(entry.seq, (one) => ({ ...one, firstSentAt }));
    if (!sent) continue;
    let answer: unknown;
    try {
      answer = await sending.send(sent);
    } catch (error) {
      const outcome = outcomeOf(error, entry);
      if (outcome === 'stop') return false;
      if (outcome === 'later') held.add(entry.sid);
      else if (outcome !== 'sent') await end(sending, sent, { state: outcome, reason: sending.reasonOf(error) });
      if (outcome !== 'sent') continue;
    }
    if (entry.path === 'site/createFast') await adopt(store, entry.sid, answer as { sid: string } | undefined);
    await store.remove(entry.seq);
    if (isSnapshot(entry.path)) await rebaseLater(store, sent);
    sending.onSent(sent, answer);
  }
}

async function end({ store, onRefused }: Sending, entry: Entry, change: Partial<Entry>): Promise<void> {
  // A later change contains it.
  if ((await laterOf(store, entry)).length > 0) return await store.remove(entry.seq);
  const ended = await store.update(entry.seq, (one) => ({ ...one, ...change }));
  if (ended) onRefused(ended);
}

/** Gives what was entered for a new plant the plant's id; without the answer, its author is asked to check. */
async function adopt(store: OutboxStore, local: string, answer: { sid: string } | undefined): Promise<void> {
  for (const one of await store.read())
    if (one.sid === local && isLocal(one))
      await store.update(one.seq, (now) =>
        answer ? { ...now, sid: answer.sid, body: { ...now.body, sid: answer.sid } } : { ...now, state: 'uncertain' },
      );
}

/** Returns the later waiting snapshots of the same thing. */
async function laterOf(store: OutboxStore, { path, sid, companyId, seq }: Entry): Promise<Entry[]> {
  if (!isSnapshot(path)) return [];
  return (await store.read()).filter(
    (one) =>
      one.path === path && one.sid === sid && one.companyId === companyId && one.state === 'waiting' && one.seq > seq,
  );
}

/** Lets later changes that were made from the same version follow the one that was sent. */
async function rebaseLater(store: OutboxStore, sent: Entry): Promise<void> {
  const version = Number(sent.body.version);
  for (const { seq, body } of await laterOf(store, sent))
    if (body.version === version)
      await store.update(seq, (one) => ({ ...one, body: { ...one.body, version: version + 1 } }));
}

/** Replaces an earlier snapshot of the same thing; returns false if there is none, or only one that the server may have stored, behind which it waits. */
export async function replaceWaiting(store: OutboxStore, entry: NewEntry): Promise<boolean> {
  if (!isSnapshot(entry.path)) return false;
  const earlier = (await store.read()).filter(
    (one) => one.path === entry.path && one.sid === entry.sid && one.companyId === entry.companyId,
  );
  for (const { seq } of earlier) {
    let isReplaced = false;
    await store.update(seq, (one) => {
      isReplaced = one.state !== 'waiting' || one.firstSentAt === null;
      return isReplaced ? { ...entry, seq } : one;
    });
    if (isReplaced) return true;
  }
  return false;
}

/** Removes refused snapshots after a newer one was stored. */
export async function removeReplaced(store: OutboxStore, path: OutboxPath, sid: string): Promise<void> {
  for (const one of await store.read())
    if (one.path === path && one.sid === sid && one.state !== 'waiting') await store.remove(one.seq);
}

/** `stop`: no server or no session; `later`: not now. */
function outcomeOf(error: unknown, { path, firstSentAt }: Entry): EntryState | 'stop' | 'later' | 'sent' {
  if (isUnanswered(error) || (error instanceof HttpFailure && error.status === 401)) return 'stop';
  if (!(error instanceof ApiError)) return 'refused';
  if (LATER.includes(error.code)) return 'later';
  if (error.code === ERROR_CODES.interrupted) return 'uncertain';
  if (error.code === OUTBOX_CALLS[path].conflict) return 'conflict';
  // The server compares a repeated change within one session only; after another sign-in it knows just the key.
  if (error.code === ERROR_CODES.keyReused && firstSentAt !== null)
    return OUTBOX_CALLS[path].transaction === 'change' ? 'sent' : 'uncertain';
  return 'refused';
}

/**
 * Returns the entry to be sent again, with `change` of its request. The key stays, as a refused change has left nothing,
 * unless the server may have stored it or it is another request now.
 */
export function retried(entry: Entry, newKey: () => string, change?: Entry['body']): Entry {
  const waiting: Entry = { ...entry, body: { ...entry.body, ...change }, state: 'waiting', reason: '' };
  return entry.state === 'uncertain' || change ? { ...waiting, key: newKey(), firstSentAt: null } : waiting;
}
