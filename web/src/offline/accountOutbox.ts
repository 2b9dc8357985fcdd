// Finds and deletes an account's database of waiting changes. Signing out deletes it; an expired session does not.
import { deleteDatabase } from './deleteDatabase.ts';

/** Database of an account's waiting changes (outboxDatabase.ts). */
export const outboxOf = (uid: number): string => `outbox ${uid}`;

export function deleteOutbox(uid: number): void {
  deleteDatabase(outboxOf(uid));
}

/** Returns whether the account may have left changes in this browser. */
export async function hasOutbox(uid: number): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === outboxOf(uid));
  } catch {
    // An old browser does not list its databases.
    return typeof indexedDB !== 'undefined';
  }
}
