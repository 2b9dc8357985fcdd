// How often one session of a person asks: counted in the database for all processes, a lot at a time, so that a read costs no write.
import type { Context } from '../../context.ts';
import { countUses } from './rateLimits.ts';

/** As many are let pass between two looks at the database, in each process. */
const LOT = 50;
const KEEP_AT_MOST = 20_000;

export interface SessionBudget {
  /** Takes one; answers the seconds to wait, 0 while there are some left. */
  take(context: Pick<Context, 'counting' | 'clock'>, sessionId: number): Promise<number>;
}

export function openSessionBudget(): SessionBudget {
  const kept = new Map<number, { left: number; waitsUntilMs: number }>();
  return {
    async take(context, sessionId) {
      const nowMs = context.clock.now().getTime();
      const entry = kept.get(sessionId) ?? { left: LOT, waitsUntilMs: 0 };
      if (kept.size >= KEEP_AT_MOST) kept.clear();
      kept.set(sessionId, entry);
      if (entry.waitsUntilMs > nowMs) return Math.ceil((entry.waitsUntilMs - nowMs) / 1000);
      if (--entry.left >= 0) return 0;
      // Before it waits: those who ask meanwhile are of this lot, too.
      entry.left = LOT - 1;
      const { sessionCalls } = await countUses(context, { sessionCalls: sessionId }, LOT);
      if (sessionCalls.left >= 0) return 0;
      entry.waitsUntilMs = nowMs + sessionCalls.seconds * 1000;
      entry.left = 0;
      return sessionCalls.seconds;
    },
  };
}
