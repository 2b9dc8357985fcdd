// Limits the calls of one session, counted in the database for all processes; each process counts a batch at a time, so that not every read costs a write.
import type { Context } from '../../context.ts';
import { countUsage } from './rateLimits.ts';

/** Calls that each process allows between two writes to the database. */
const BATCH = 50;
const MAX_SESSIONS = 20_000;

export interface SessionBudget {
  /** Counts one call; returns the seconds to wait, 0 while calls are left. */
  take(context: Pick<Context, 'counting' | 'clock'>, sessionId: number): Promise<number>;
}

export function createSessionBudget(): SessionBudget {
  const sessions = new Map<number, { left: number; waitsUntilMs: number }>();
  return {
    async take(context, sessionId) {
      const nowMs = context.clock.now().getTime();
      const entry = sessions.get(sessionId) ?? { left: BATCH, waitsUntilMs: 0 };
      if (sessions.size >= MAX_SESSIONS) sessions.clear();
      sessions.set(sessionId, entry);
      if (entry.waitsUntilMs > nowMs) return Math.ceil((entry.waitsUntilMs - nowMs) / 1000);
      if (--entry.left >= 0) return 0;
      // Before awaiting: calls that arrive meanwhile belong to this batch, too.
      entry.left = BATCH - 1;
      const { sessionCalls } = await countUsage(context, { sessionCalls: sessionId }, BATCH);
      if (sessionCalls.left >= 0) return 0;
      entry.waitsUntilMs = nowMs + sessionCalls.seconds * 1000;
      entry.left = 0;
      return sessionCalls.seconds;
    },
  };
}
