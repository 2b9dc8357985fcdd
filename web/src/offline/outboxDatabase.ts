// The browser's database of changes that wait for a connection: one for each account, limited in number and bytes.

import { outboxOf } from './accountOutbox.ts';
import type { Entry, NewEntry, OutboxStore } from './outbox.ts';

export const MAX_ENTRIES = 200;
export const MAX_BYTES = 200_000_000;

const ENTRIES = 'entries';

/** Runs one request in a transaction of its own. The database is closed afterwards, as a sign-out in any tab deletes it. */
async function inEntries<T>(
  uid: number,
  mode: IDBTransactionMode,
  work: (entries: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(outboxOf(uid), 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(ENTRIES, { keyPath: 'seq', autoIncrement: true });
  };
  const database = await new Promise<IDBDatabase>((done, failed) => {
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
  });
  try {
    const transaction = database.transaction(ENTRIES, mode);
    const request = work(transaction.objectStore(ENTRIES));
    return await new Promise<T>((done, failed) => {
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = () => failed(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Files are stored as blobs, which reading the list does not load. */
const bytesOf = (body: Entry['body']): number =>
  Object.values(body).reduce<number>((sum, value) => sum + (value instanceof Blob ? value.size : 0), 0);

export interface BrowserStore extends OutboxStore {
  /** Returns false when there is no room for it. */
  add(entry: NewEntry): Promise<boolean>;
}

export function browserStore(uid: number): BrowserStore {
  const read = () => inEntries<Entry[]>(uid, 'readonly', (entries) => entries.getAll());
  return {
    read,
    async add(entry) {
      const all = await read();
      const bytes = all.reduce((sum, { body }) => sum + bytesOf(body), bytesOf(entry.body));
      if (all.length >= MAX_ENTRIES || bytes > MAX_BYTES) return false;
      await inEntries(uid, 'readwrite', (entries) => entries.add(entry));
      return true;
    },
    async update(seq, change) {
      let changed: Entry | undefined;
      await inEntries<Entry | undefined>(uid, 'readwrite', (entries) => {
        const reading: IDBRequest<Entry | undefined> = entries.get(seq);
        reading.addEventListener('success', () => {
          changed = reading.result && change(reading.result);
          if (changed) entries.put(changed);
        });
        return reading;
      });
      return changed;
    },
    remove: (seq) => inEntries(uid, 'readwrite', (entries) => entries.delete(seq)),
  };
}
