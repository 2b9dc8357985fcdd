// Limits log lines about refused devices, which try again for months: further ones are only counted in /metrics.
import { createTokenBuckets } from './tokenBuckets.ts';

const PER_SOURCE = { burst: 10, perSecond: 1 / 60 };
/** Of all sources together: 43,200 lines a day, about 8 MB. */
const TOTAL = { burst: 200, perSecond: 0.5 };

/** Returns a function that takes a line of a source; false when it is not to be logged. */
export function createLogLimit(): (source: string, nowMs: number) => boolean {
  const ofSource = createTokenBuckets(PER_SOURCE.burst, PER_SOURCE.perSecond);
  const total = createTokenBuckets(TOTAL.burst, TOTAL.perSecond);
  return (source, nowMs) => ofSource.take(source, nowMs) && total.take('', nowMs);
}
