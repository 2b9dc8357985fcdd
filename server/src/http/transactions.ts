// The transactions of calls: as the role that row policies watch, with an end to every statement; one around a call, or the call's own.
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '@heliograph/contract/errors.ts';
import { assertSessionActive } from '../access/session.ts';
import type { Context, OwnChanger, Session } from '../context.ts';
import type { Transaction, TransactionMode } from '../platform/database/connect.ts';
import { AS_CALL, askAs } from '../platform/database/rlsSettings.ts';
import { leavePlace, TIME_LIMITS, takePlace } from '../platform/limits/callLimits.ts';
import { claimKey, type Hold, holdKey, type KeyedChange, keepAnswer, leaveKey } from './idempotency.ts';

/** How long a second request waits for the first one's answer; the web client waits 20 s. */
const WAIT_MS = 15_000;
const LOOK_EVERY_MS = 100;
/** What a call may take beyond what its client waits for; then its place is free and its key can be begun again. */
const GRACE_MS = 60_000;

/** `null`: nobody is signed in, and the process itself asks. Of one user only so many read at once: never one read within another. */
export async function inTransaction<T>(
  { sql, perUserReads }: Pick<Context, 'sql' | 'perUserReads'>,
  session: Session | null,
  mode: TransactionMode,
  work: (sql: Transaction) => Promise<T>,
): Promise<T> {
  if (!session) return await sql.begin(mode, work);
  const end = mode === 'read only' ? await perUserReads.acquire(session.userId) : undefined;
  try {
    return await sql.begin(
      mode,
      async (tx) => {
        askAs(tx, session, TIME_LIMITS);
        return await work(tx);
      },
      AS_CALL,
    );
  } finally {
    end?.();
  }
}

export interface OwnCall {
  context: Context;
  /** Who asks, as it is now: rights may end while the call waits. Refuses when they have. */
  now(): Promise<Session | null>;
}

export function ownReads({ context, now }: OwnCall): Pick<OwnChanger, 'read'> {
  return { read: async (work) => await inTransaction(context, await now(), 'read only', work) };
}

export interface OwnChange extends OwnCall {
  /** Absent: public, or sent without a key. */
  keyed: KeyedChange | undefined;
  timeoutMs: number;
  /** Writes the audit line; `given` is the answer, as far as there is one. */
  writeLine(sql: Transaction, given: unknown): Promise<void>;
  /** Tells who looks at it, when a later part of it was changed. */
  tell(sql: Transaction): Promise<void>;
  /** The answer as it leaves, by the contract, and the plant that it is about. */
  answerOf(result: unknown): { given: unknown; sid: string | undefined };
}

/**
 * A change with transactions of its own: it has one of the user's four places for as long as it goes on. Its key is
 * written before it begins and answered with its last part; a second request with the key waits for that answer, without a
 * connection. Its audit line is committed with the first thing that it changes.
 */
export async function changeByItself(
  own: OwnChange,
  work: (transactions: Pick<OwnChanger, 'read' | 'change' | 'finish'>) => Promise<unknown>,
): Promise<unknown> {
  const { context, keyed } = own;
  const session = await own.now();
  const hold: Hold = { holder: crypto.randomUUID(), until: new Date(clock() + own.timeoutMs + GRACE_MS) };
  const earlier = session ? await begin(session) : undefined;
  if (earlier) return earlier.answer;

  let hasLine = false;
  let finished: { given: unknown } | undefined;
  /** The key is still this call's own; when it took too long another has begun the same. */
  const stillMine = async (sql: Transaction): Promise<void> => {
    if (keyed && !(await holdKey(sql, keyed, hold))) throw new Refusal(hasLine ? 'interrupted' : 'tookTooLong');
  };
  const leaveLine = async (sql: Transaction, given?: unknown): Promise<void> => {
    await (hasLine ? own.tell(sql) : own.writeLine(sql, given));
  };
  const transactions: Pick<OwnChanger, 'read' | 'change' | 'finish'> = {
    ...ownReads(own),
    async change(part) {
      const who = await own.now();
      const done = await inTransaction(context, who, '', async (sql) => {
        if (who) await assertSessionActive(sql, who);
        await stillMine(sql);
        const result = await part(sql);
        await leaveLine(sql);
        return result;
      });
      hasLine = true;
      return done;
    },
    async finish(part) {
      if (finished) throw new Error('a call finishes once');
      const who = await own.now();
      const { result, given } = await inTransaction(context, who, '', async (sql) => {
        if (who) await assertSessionActive(sql, who);
        await stillMine(sql);
        const result = await part(sql);
        const answer = own.answerOf(result);
        await leaveLine(sql, answer.given);
        if (keyed) await keepAnswer(sql, keyed, answer);
        if (session) await leavePlace(sql, { userId: session.userId, holder: hold.holder });
        return { result, given: answer.given };
      });
      finished = { given };
      return result;
    },
  };
  try {
    const result = await work(transactions);
    if (!finished) await transactions.finish(async () => result);
    return finished!.given;
  } catch (error) {
    // What is left after this fails, too, ends by its time.
    if (session && !finished)
      await leave(session).catch((fault) => context.log.error({ err: fault }, 'place not left'));
    throw error;
  }

  function clock(): number {
    return context.clock.now().getTime();
  }

  /** Takes a place and the key. The answer, when there is one already; it may have to be waited for. */
  async function begin(who: Session): Promise<{ answer: unknown } | undefined> {
    const place = { userId: who.userId, holder: hold.holder, until: hold.until };
    const claim = async (sql: Transaction) =>
      keyed ? await claimKey(sql, { ...keyed, at: context.clock.now() }, hold) : 'mine';
    let state = await inTransaction(context, who, '', async (sql) => {
      await takePlace(sql, { ...place, at: context.clock.now() });
      return await claim(sql);
    });
    if (state === 'mine') return undefined;
    const endsAt = clock() + WAIT_MS;
    try {
      while (state === 'wait') {
        if (clock() > endsAt) throw new Refusal('stillUnderWay');
        await pause(LOOK_EVERY_MS);
        state = await inTransaction(context, await own.now(), '', claim);
      }
    } catch (error) {
      await inTransaction(context, who, '', (sql) => leavePlace(sql, place));
      throw error;
    }
    if (state === 'mine') return undefined;
    await inTransaction(context, who, '', (sql) => leavePlace(sql, place));
    return state;
  }

  async function leave(who: Session): Promise<void> {
    await inTransaction(context, who, '', async (sql) => {
      await leavePlace(sql, { userId: who.userId, holder: hold.holder });
      if (keyed) await leaveKey(sql, { ...keyed, at: context.clock.now() }, hold);
    });
  }
}
