// Changes with transactions of their own (`transaction: 'manual'`): they wait without a connection, and still hold a place, an idempotency key and one audit line.
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@heliograph/contract/errors.ts';
import { assertSessionActive } from '../access/session.ts';
import type { ManualWriteContext, Session } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { retryConflicts } from '../platform/database/retryConflicts.ts';
import { acquireLeasedChangeSlot, releaseChangeSlot } from '../platform/limits/callLimits.ts';
import {
  type Answer,
  claimKey,
  type Hold,
  type KeyedChange,
  markChanged,
  releaseKey,
  storeResponse,
} from './idempotency.ts';
import { inTransaction, type ManualCall, manualReads } from './transactions.ts';

/** How long a second request waits for the response of the first; the web client waits 20 s. */
const WAIT_MS = 15_000;
const POLL_MS = 100;
/** What a call may take beyond its client's timeout; then its place is free and its key can be claimed again. */
const GRACE_MS = 60_000;

export interface ManualChange extends ManualCall {
  /** Undefined for a public call, and for one without a key. */
  keyed: KeyedChange | undefined;
  timeoutMs: number;
  /** `response`: undefined before the last part. */
  writeAuditLine(sql: Transaction, response: unknown): Promise<void>;
  /** Notifies open pages of the plant when a part after the audit line changes it. */
  notifyViewers(sql: Transaction): Promise<void>;
  answerOf(result: unknown): Answer;
}

type Transactions = Pick<ManualWriteContext, 'read' | 'change' | 'finish'>;

/**
 * Runs a change that commits in parts. It holds one of the user's four places until its end. Its key is claimed before it
 * begins and its response is stored with its last part; a second request with the key waits for that response, without a
 * connection. Its audit line is committed with its first part.
 */
export async function runManualChange(
  call: ManualChange,
  work: (transactions: Transactions) => Promise<unknown>,
): Promise<unknown> {
  const claim = openClaim(call, await call.recheckAccess());
  const earlier = await claim.take();
  if (earlier) return earlier.response;
  const parts = openParts(call, claim);
  try {
    const result = await work(parts.transactions);
    if (!parts.answer()) await parts.transactions.finish(async () => result);
    return parts.answer()?.response;
  } catch (error) {
    // If this fails as well, place and key end by their time.
    if (!parts.answer())
      await claim.release().catch((fault) => call.context.log.error({ err: fault }, 'place not left'));
    throw error;
  }
}

/** Transactions of a handler, and the answer of the last one once it is committed. */
interface Parts {
  transactions: Transactions;
  answer(): Answer | undefined;
}

function openParts(call: ManualChange, claim: Claim): Parts {
  let hasAuditLine = false;
  let answer: Answer | undefined;

  /** Commits one part while the session is active and the key is still this call's own: after too long another may have claimed it. A part that the database aborts because of a concurrent change runs again. */
  async function commit<T>(part: (sql: Transaction) => Promise<T>): Promise<T> {
    const session = await call.recheckAccess();
    return await retryConflicts(() =>
      inTransaction(call.context, session, '', async (sql) => {
        if (session) await assertSessionActive(sql, session);
        if (!(await claim.isHeld(sql))) throw new ApiError(hasAuditLine ? 'interrupted' : 'tookTooLong');
        return await part(sql);
      }),
    );
  }

  async function record(sql: Transaction, response?: unknown): Promise<void> {
    await (hasAuditLine ? call.notifyViewers(sql) : call.writeAuditLine(sql, response));
  }

  const transactions: Transactions = {
    ...manualReads(call),
    async change(part) {
      const result = await commit(async (sql) => {
        const done = await part(sql);
        await record(sql);
        return done;
      });
      hasAuditLine = true;
      return result;
    },
    async finish(part) {
      if (answer) throw new Error('a call finishes once');
      const last = await commit(async (sql) => {
        const result = await part(sql);
        const own = call.answerOf(result);
        await record(sql, own.response);
        await claim.complete(sql, own);
        return { result, answer: own };
      });
      answer = last.answer;
      return last.result;
    },
  };
  return { transactions, answer: () => answer };
}

/** A user's place and idempotency key, held from before the first part to the end of the last. A public call has neither. */
interface Claim {
  /** Takes both. Returns the answer of an earlier request with the key, for which it may wait; undefined when this one is the first. */
  take(): Promise<{ response: unknown } | undefined>;
  /** Locks the key until the end of the transaction; false when another request has claimed it since. */
  isHeld(sql: Transaction): Promise<boolean>;
  /** Stores the answer and gives the place back. */
  complete(sql: Transaction, answer: Answer): Promise<void>;
  /** Gives both back after a failure. */
  release(): Promise<void>;
}

function openClaim({ context, keyed, timeoutMs, recheckAccess }: ManualChange, session: Session | null): Claim {
  const nowMs = () => context.clock.now().getTime();
  const hold: Hold = { holder: crypto.randomUUID(), until: new Date(nowMs() + timeoutMs + GRACE_MS) };
  const claim = async (sql: Transaction) =>
    keyed ? await claimKey(sql, { ...keyed, at: context.clock.now() }, hold) : 'claimed';

  const leave = async (sql: Transaction): Promise<void> => {
    if (session) await releaseChangeSlot(sql, { userId: session.userId, holder: hold.holder });
  };

  async function waitForAnswer(): Promise<'claimed' | { response: unknown }> {
    for (const endsAt = nowMs() + WAIT_MS; ; ) {
      if (nowMs() > endsAt) throw new ApiError('stillInProgress');
      await pause(POLL_MS);
      const state = await inTransaction(context, await recheckAccess(), '', claim);
      if (state !== 'wait') return state;
    }
  }

  return {
    async take() {
      if (!session) return undefined;
      let state = await inTransaction(context, session, '', async (sql) => {
        await acquireLeasedChangeSlot(sql, { userId: session.userId, ...hold, at: context.clock.now() });
        return await claim(sql);
      });
      try {
        if (state === 'wait') state = await waitForAnswer();
      } catch (error) {
        await inTransaction(context, session, '', leave);
        throw error;
      }
      if (state === 'claimed') return undefined;
      await inTransaction(context, session, '', leave);
      return state;
    },
    isHeld: async (sql) => !keyed || (await markChanged(sql, keyed, hold)),
    async complete(sql, answer) {
      if (keyed) await storeResponse(sql, keyed, answer);
      await leave(sql);
    },
    async release() {
      if (!session) return;
      await inTransaction(context, session, '', async (sql) => {
        await leave(sql);
        if (keyed) await releaseKey(sql, { ...keyed, at: context.clock.now() }, hold);
      });
    },
  };
}
