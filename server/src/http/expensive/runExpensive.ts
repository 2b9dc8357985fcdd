// Runs an expensive call when it is its turn: companies take turns, then their users; strangers by their network.
import { ApiError } from '@heliograph/contract/errors.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import { type CallRun, runHandler } from '../runHandler.ts';

/** `isGone`: whether the client has disconnected; nothing is done for it then. */
export async function runExpensive(run: CallRun, fillsUnknown: boolean, isGone: () => boolean): Promise<unknown> {
  const { context, session, caller } = run;
  const network = networkOf(caller.address);
  const sender = session ? { group: session.companyId, user: session.userId } : { group: network, user: network };
  const release = await context.expensiveCalls.acquire(sender);
  try {
    if (isGone()) throw new ApiError('tookTooLong');
    return await (context.expensiveThread?.run(run, fillsUnknown) ?? runHandler(run));
  } finally {
    release();
  }
}
