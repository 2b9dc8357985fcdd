// Repeats a transaction that the database aborted because of a concurrent one.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isConflict } from '../platform/limits/callLimits.ts';

/** Attempts at a change; all of them in one order would never meet. */
const MAX_ATTEMPTS = 4;

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
