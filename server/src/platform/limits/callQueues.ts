// The queues of calls: cheap reads, changes, and expensive calls. Together they leave connections of the pool to devices, sessions and jobs.
import { ApiError } from '@heliograph/contract/errors.ts';
import { createFairQueue, type FairQueue } from './fairQueue.ts';

/** Maximum wait, the same as the statement timeout: clients give up soon after. */
const TIMEOUT_MS = 15_000;
/** Connections of a process for its calls, devices, sessions and jobs. */
export const POOL_SIZE = 12;
/** More reads at once share one thread, so that each takes longer, and none is answered earlier. One user leaves the second place to others, and so do all heavy users together, who read more than a page needs. */
const READS = { running: 2, runningPerUser: 1, runningOfHeavy: 1, heavyAfterMs: 500 };
/** One user leaves a connection to the others, even while its changes wait for locks. */
const CHANGES = { running: 4, runningPerUser: 3 };
/** As many as the connections of their thread. A plant's page makes three or four of them when it opens. */
const EXPENSIVE = { running: 2, runningPerUser: 1, waitingPerUser: 8, waitingPerGroup: 40, waiting: 100 };

const timeoutError = (): Error => new ApiError('tookTooLong');

export interface CallQueues {
  /** Reads of cheap calls that hold a connection of this process; one of them must not contain another. */
  reads: FairQueue;
  /** Changes that hold a connection of this process. */
  changes: FairQueue;
  expensiveCalls: FairQueue;
}

/** A cheap call that waits longer than `timeoutMs` is refused with `tookTooLong`; an expensive one, or one for which there is no place, with `busy`. */
export function createCallQueues(timeoutMs = TIMEOUT_MS): CallQueues {
  const busy = (seconds: number): Error => new ApiError('busy', { seconds });
  return {
    reads: createFairQueue({ ...READS, timeoutMs, timeoutError }),
    changes: createFairQueue({ ...CHANGES, timeoutMs, timeoutError }),
    expensiveCalls: createFairQueue({ ...EXPENSIVE, timeoutMs, timeoutError: busy, fullError: busy }),
  };
}
