// Limits concurrent reads of one user that hold a database connection of this process; further ones wait and leave the other connections to other users.
import { ApiError } from '@heliograph/contract/errors.ts';
import { createLimitPerKey, type LimitPerKey } from './concurrencyLimit.ts';

/** Reads per user, of the ten connections of a process: even with as many changes of the user some connections remain. */
const READS_PER_USER = 4;
/** Maximum wait, the same as the statement timeout: clients give up soon after. */
const TIMEOUT_MS = 15_000;

/** Limit by user id. */
export type PerUserReadLimit = LimitPerKey<number>;

/** A read that waits longer than `timeoutMs` is refused with `tookTooLong`. */
export function createPerUserReadLimit(timeoutMs = TIMEOUT_MS): PerUserReadLimit {
  return createLimitPerKey(READS_PER_USER, { timeoutMs, timeoutError: () => new ApiError('tookTooLong') });
}
