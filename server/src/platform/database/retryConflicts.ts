// Repeats a transaction that the database aborted because of a concurrent one.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Attempts at a change; all of them in one order would never meet. */
const MAX_ATTEMPTS = 4;

/** Whether the database aborted a transaction because of a concurrent one: a deadlock, or rows that it had read. */
export function isConflict(error: unknown): boolean {
  return ['40P01', '40001'].includes(String((error as { code?: unknown } | null)?.code));
}

/** Runs the transaction again after a deadlock or a serialization failure; rethrows the last one. */
export async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw error;
      await pause(randomInt(10, 40) * attempt);
    }
  }
}
