// Limits how many reads of one user hold a database connection of this process at once; the others wait and leave the rest to everybody else.
import { Refusal } from '@heliograph/contract/errors.ts';
import { createLimitPerKey, type LimitPerKey } from './concurrencyLimit.ts';

/** Of the ten connections of a process. With as many changes of the user there are still some left. */
const READS_PER_USER = 4;
/** As long as a statement may take: clients give up soon after. */
const TIMEOUT_MS = 15_000;

/** By user id. */
export type PerUserReadLimit = LimitPerKey<number>;

/** A read that waits longer than `timeoutMs` is refused with `tookTooLong`. */
export function createPerUserReadLimit(timeoutMs = TIMEOUT_MS): PerUserReadLimit {
  return createLimitPerKey(READS_PER_USER, { timeoutMs, timeoutError: () => new Refusal('tookTooLong') });
}
