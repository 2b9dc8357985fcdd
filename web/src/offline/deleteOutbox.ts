// Deletes the changes of an account that wait for a connection: when it signs out, not when its session expires.
import { deleteDatabase } from './deleteDatabase.ts';

/** Database of an account's waiting changes (outboxDatabase.ts). */
export const outboxOf = (uid: number): string => `outbox ${uid}`;

export function deleteOutbox(uid: number): void {
  deleteDatabase(outboxOf(uid));
}
