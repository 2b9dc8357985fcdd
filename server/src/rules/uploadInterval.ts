// How often a device uploads, learnt from the gaps between its reports.

/** report.md: what a device may announce as its interval. */
const SHORTEST_S = 1;
const LONGEST_S = 3600;
/** A gap longer than the interval moves it by the first factor, a shorter one by the second. */
const UP = 1.5;
const DOWN = 0.8;
/** Gaps so near to the interval are jitter: the interval follows them closely. */
const NEAR = 0.15;

/**
 * The interval after reports at these instants, in order of time. A single gap moves it by a step at most, so that a
 * lost upload, a night or one sent twice changes little; steps up are larger than steps down, as a false "offline" is
 * worse than one that comes later.
 */
export function uploadIntervalAfter(beforeS: number, lastAtMs: number | null, atMs: readonly number[]): number {
  let everyS = beforeS;
  let last = lastAtMs;
  for (const ms of atMs) {
    if (last !== null && ms > last) everyS = afterGap(everyS, (ms - last) / 1000);
    last = Math.max(last ?? ms, ms);
  }
  return Math.round(Math.min(LONGEST_S, Math.max(SHORTEST_S, everyS)));
}

function afterGap(everyS: number, gapS: number): number {
  // Nights, outages, and what was kept for later say nothing of the interval.
  if (gapS > LONGEST_S || gapS < SHORTEST_S) return everyS;
  const differenceS = gapS - everyS;
  // Whole seconds are kept: half of the last one would never arrive.
  if (Math.abs(differenceS) < 2) return gapS;
  if (Math.abs(differenceS) <= NEAR * everyS) return everyS + differenceS / 2;
  return gapS > everyS ? Math.min(gapS, everyS * UP) : Math.max(gapS, everyS * DOWN);
}
