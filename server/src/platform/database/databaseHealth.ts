// Why nothing can be written now, as far as that is known without asking the database.
import { isDiskFull } from '../startupError.ts';

/** In words that /readyz may show to anyone. */
export type DatabaseProblem = 'the disk is full' | 'the database is being started again';

/** So long after a statement was refused for want of room none is sent; the next one then finds out again. */
const REST_MS = 5_000;

export interface DatabaseHealth {
  /** Ask it before taking what may be sent again later, and before starting timed work: costs nothing. */
  now(nowMs?: number): DatabaseProblem | undefined;
  /** Tell it why something could not be written: a statement as small as that of /readyz may still find room. */
  noteRefusal(error: unknown, nowMs?: number): void;
  /** Only the disk of the embedded database can be watched; one by URL tells by refusing. */
  watch(look: () => DatabaseProblem | undefined): void;
}

export function createDatabaseHealth(): DatabaseHealth {
  let look: () => DatabaseProblem | undefined = () => undefined;
  let restsUntilMs = Number.NEGATIVE_INFINITY;
  return {
    now: (nowMs = performance.now()) => look() ?? (nowMs < restsUntilMs ? 'the disk is full' : undefined),
    noteRefusal(error, nowMs = performance.now()) {
      if (isDiskFull(error)) restsUntilMs = nowMs + REST_MS;
    },
    watch(other) {
      look = other;
    },
  };
}
