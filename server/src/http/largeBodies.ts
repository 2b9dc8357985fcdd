// Parses large bodies one by one, in turns of their networks, so that other requests are answered between two of them.
import { setImmediate } from 'node:timers/promises';
import { ApiError } from '@heliograph/contract/errors.ts';
import { createFairQueue, type FairQueue } from '../platform/limits/fairQueue.ts';

/** Below, parsing takes less than a tenth of a millisecond. */
export const LARGE_BODY_CHARS = 16 * 1024;
const TIMEOUT_MS = 15_000;

export const createLargeBodies = (): FairQueue =>
  createFairQueue({
    running: 1,
    runningPerUser: 1,
    waitingPerUser: 50,
    waiting: 500,
    timeoutMs: TIMEOUT_MS,
    timeoutError: () => new ApiError('tookTooLong'),
  });

/** Waits for its turn; the turn ends after the parts of the request that follow the parsing without waiting, such as the check of its fields. */
export async function inTurn(queue: FairQueue, network: string): Promise<void> {
  const end = await queue.acquire({ group: network, user: network });
  void setImmediate().then(end);
}
