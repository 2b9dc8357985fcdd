// Reason why nothing can be written now, as far as known without asking the database.
import { isDiskFull } from '../startupError.ts';

/** A problem, in a text that /readyz may show to anyone. */
export type DatabaseProblem = 'the disk is full' | 'the database is being started again';

/** Time without statements after one failed because the disk was full; the next one then shows whether it still is. */
const BACKOFF_MS = 5_000;

export interface DatabaseHealth {
  /** Returns the current problem. Call it before accepting reports that may be sent again later, and before timed jobs; it costs nothing. */
  now(nowMs?: number): DatabaseProblem | undefined;
  /** Records the error of a failed write: a statement as small as that of /readyz may still succeed on a full disk. */
  recordFailure(error: unknown, nowMs?: number): void;
  /** Sets a probe for problems. Only the embedded database has one, for its disk; an external database is known by its errors. */
  watch(probe: () => DatabaseProblem | undefined): void;
}

export function createDatabaseHealth(): DatabaseHealth {
  let probe: () => DatabaseProblem | undefined = () => undefined;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  return {
    now: (nowMs = performance.now()) => probe() ?? (nowMs < pausedUntilMs ? 'the disk is full' : undefined),
    recordFailure(error, nowMs = performance.now()) {
      if (isDiskFull(error)) pausedUntilMs = nowMs + BACKOFF_MS;
    },
    watch(newProbe) {
      probe = newProbe;
    },
  };
}
