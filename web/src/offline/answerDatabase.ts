// The browser's database of stored answers: of one owner, limited in number and length, the oldest leave first.
import { DATABASE } from './deleteAnswers.ts';

export interface StoredAnswer {
  /** Identifies the call and its request. */
  hash: string;
  /** Time of the answer, epoch ms. */
  at: number;
  /** The answer as JSON. */
  text: string;
}

export const MAX_ANSWERS = 300;
/** Characters of all answers together; one answer may have a tenth of them. */
export const MAX_LENGTH = 8_000_000;

const ANSWERS = 'answers';
const OWNER = 'owner';
/** Index by time and length, whose keys are read without the texts. */
const BY_AGE = 'age';

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((done, failed) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => failed(transaction.error);
  });
}

/**
 * Runs `work` in one transaction, after emptying the database if it is not `owner`'s. The database is closed afterwards, as a
 * sign-out in any tab deletes it.
 */
async function inAnswers<T>(owner: string, work: (answers: IDBObjectStore) => T | Promise<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(OWNER);
    opening.result.createObjectStore(ANSWERS, { keyPath: 'hash' }).createIndex(BY_AGE, ['at', 'text.length']);
  };
  const database = await settled(opening);
  try {
    const transaction = database.transaction([OWNER, ANSWERS], 'readwrite');
    const end = finished(transaction);
    const owners = transaction.objectStore(OWNER);
    const answers = transaction.objectStore(ANSWERS);
    if ((await settled(owners.get(OWNER))) !== owner) {
      answers.clear();
      owners.put(owner, OWNER);
    }
    const result = await work(answers);
    await end;
    return result;
  } finally {
    database.close();
  }
}

export function readAnswer(owner: string, hash: string): Promise<StoredAnswer | undefined> {
  return inAnswers(owner, (answers) => settled<StoredAnswer | undefined>(answers.get(hash)));
}

/** Stores answers, and removes the oldest beyond the limits. */
export function writeAnswers(
  owner: string,
  written: readonly StoredAnswer[],
  { maxAnswers = MAX_ANSWERS, maxLength = MAX_LENGTH } = {},
): Promise<void> {
  return inAnswers(owner, (answers) => {
    for (const answer of written) if (answer.text.length <= maxLength / 10) answers.put(answer);
    let count = 0;
    let length = 0;
    const newestFirst = answers.index(BY_AGE).openKeyCursor(null, 'prev');
    newestFirst.onsuccess = () => {
      const cursor = newestFirst.result;
      if (!cursor) return;
      count++;
      length += (cursor.key as [number, number])[1];
      if (count > maxAnswers || length > maxLength) answers.delete(cursor.primaryKey);
      cursor.continue();
    };
  });
}
