// How often a device uploads, learnt from the gaps between its reports.

/** report.md: what a device may announce as its interval. */
const SHORTEST_S = 1;
const LONGEST_S = 3600;
/** A gap longer than the interval moves it by the first factor, a shorter one by the second. */
const UP = 1.5;
const DOWN = 0.8;
/** Gaps so near to the interval are jitter: the interval follows them closely. */
const NEAR = 0.15;
const LEAST_POLLED_S = 60;
const POLLED_DOWN = 0.97;
const POLLED_UP: number = POLLED_DOWN ** -9;

/**
 * The interval after reports at these instants, in order of time. A single gap moves it by a step at most, so that a
 * lost upload, a night or one sent twice changes little; steps up are larger than steps down, as a false "offline" is
 * worse than one that comes later.
 */
export function uploadIntervalAfter(beforeS: number, lastAtMs: number | null, atMs: readonly number[]): number {
  return after(beforeS, lastAtMs, atMs, SHORTEST_S, afterGap);
}

/**
 * The same of what a gateway asks by radio at a pace that it does not tell, as an OpenDTU does: each answer that is lost makes
 * a gap of twice, three times, ten times as much, and one that does not answer keeps the others waiting. So it is no interval
 * but the gap that nine in ten stay below, and never less than a minute: three minutes without any answer are a silence also
 * where a gateway asks each five seconds. (Nine in ten lost, the gap of nine in ten is 22 questions, and three of those are
 * passed once in a thousand gaps; the device's interval alone would be passed in seven of ten.)
 */
export function polledIntervalAfter(beforeS: number, lastAtMs: number | null, atMs: readonly number[]): number {
  return after(beforeS, lastAtMs, atMs, LEAST_POLLED_S, afterPolledGap);
}

function after(
  beforeS: number,
  lastAtMs: number | null,
  atMs: readonly number[],
  leastS: number,
  step: (everyS: number, gapS: number) => number,
): number {
  let everyS = Math.max(leastS, beforeS);
  let last = lastAtMs;
  for (const ms of atMs) {
    const gapS = last === null ? 0 : (ms - last) / 1000;
    // Nights, outages, and what was kept for later say nothing of the interval.
    if (gapS >= SHORTEST_S && gapS <= LONGEST_S) everyS = step(everyS, gapS);
    last = Math.max(last ?? ms, ms);
  }
  return Math.round(Math.min(LONGEST_S, Math.max(leastS, everyS)));
}

/** One step up against nine down: where one gap in ten is longer it stays. */
const afterPolledGap = (everyS: number, gapS: number): number =>
  gapS > everyS ? Math.min(gapS, everyS * POLLED_UP) : Math.max(gapS, everyS * POLLED_DOWN);

function afterGap(everyS: number, gapS: number): number {
  const differenceS = gapS - everyS;
  // Whole seconds are kept: half of the last one would never arrive.
  if (Math.abs(differenceS) < 2) return gapS;
  if (Math.abs(differenceS) <= NEAR * everyS) return everyS + differenceS / 2;
  return gapS > everyS ? Math.min(gapS, everyS * UP) : Math.max(gapS, everyS * DOWN);
}
