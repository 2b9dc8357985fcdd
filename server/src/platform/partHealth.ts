// Which parts of this process have not worked lately, although requests are answered: for /readyz and /metrics.
import { partWorkedAt } from './metrics.ts';

/** Names are public: /readyz shows them to anyone. */
export type PartName = 'background jobs' | 'database notifications';

/** Time without success after which a part counts as stalled. */
const STALLED_MS = 60_000;

export interface PartHealth {
  /** Records that a part works now; from then on it is expected to, at least every minute. */
  worked(part: PartName, nowMs?: number): void;
  /** Expects nothing more of a part that has stopped. */
  ended(part: PartName): void;
  stalled(nowMs?: number): PartName[];
}

export function createPartHealth(): PartHealth {
  const workedMs = new Map<PartName, number>();
  return {
    worked(part, nowMs = performance.now()) {
      workedMs.set(part, nowMs);
      partWorkedAt.setToCurrentTime({ part });
    },
    ended(part) {
      workedMs.delete(part);
      partWorkedAt.remove({ part });
    },
    stalled: (nowMs = performance.now()) =>
      [...workedMs].filter(([, atMs]) => nowMs - atMs > STALLED_MS).map(([part]) => part),
  };
}
