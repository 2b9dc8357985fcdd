// Runs an expensive call when it is its turn: companies take turns, then their users; strangers by their network.
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@heliograph/contract/errors.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import { type CallRun, runHandler } from '../runHandler.ts';

/** A refusal is sent after this time, so that a client that repeats it at once cannot occupy the server with refusals. */
const REFUSE_AFTER_MS = 1_000;
/** Refusals that wait; further ones are sent at once. */
const MAX_WAITING_REFUSALS = 1_000;
let waitingRefusals = 0;

/** Nobody receives this answer. */
const abandoned = (): ApiError => new ApiError('tookTooLong');

async function refuseLater(error: unknown): Promise<never> {
  if (waitingRefusals < MAX_WAITING_REFUSALS) {
    waitingRefusals++;
    await pause(REFUSE_AFTER_MS);
    waitingRefusals--;
  }
  throw error;
}

export interface ExpensiveRun extends CallRun {
  /** Names the request in the log. */
  requestId: string;
  /** Whether unknown figures are sent as numbers (http/unknownFigures.ts). */
  fillsUnknown: boolean;
  /** Aborts when the client has disconnected: nothing is done for it any more. */
  gone: AbortSignal;
}

export async function runExpensive(run: ExpensiveRun): Promise<unknown> {
  const { context, session, caller, gone } = run;
  const network = networkOf(caller.address);
  const sender = session ? { group: session.companyId, user: session.userId } : { group: network, user: network };
  const release = await context.expensiveCalls
    .acquire(sender, gone)
    .catch((error: unknown) => (gone.aborted ? Promise.reject(abandoned()) : refuseLater(error)));
  try {
    return await (context.expensiveThread?.run(run) ?? runHandler(run));
  } catch (error) {
    throw gone.aborted ? abandoned() : error;
  } finally {
    release();
  }
}
