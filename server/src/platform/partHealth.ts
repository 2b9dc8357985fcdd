// Tracks parts of the process that can stall while requests are still answered; shown by /readyz and /metrics.
import { partLastSuccess } from './metrics.ts';

/** Names are public: /readyz shows them to anyone. */
export type PartName = 'background jobs' | 'database notifications';

/** Time without success after which a part counts as stalled. */
const STALLED_MS = 60_000;

export interface PartHealth {
  /** Records a success. From the first one on, the part is expected to succeed at least once a minute. */
  recordSuccess(part: PartName, nowMs?: number): void;
  /** Stops tracking a part that was shut down. */
  remove(part: PartName): void;
  stalled(nowMs?: number): PartName[];
}

export function createPartHealth(): PartHealth {
  const lastSuccessMs = new Map<PartName, number>();
  return {
    recordSuccess(part, nowMs = performance.now()) {
      lastSuccessMs.set(part, nowMs);
      partLastSuccess.setToCurrentTime({ part });
    },
    remove(part) {
      lastSuccessMs.delete(part);
      partLastSuccess.remove({ part });
    },
    stalled: (nowMs = performance.now()) =>
      [...lastSuccessMs].filter(([, atMs]) => nowMs - atMs > STALLED_MS).map(([part]) => part),
  };
}
