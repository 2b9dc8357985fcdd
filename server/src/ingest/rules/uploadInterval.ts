// Learns how often a device uploads from the gaps between its reports.

/** The range of intervals that a device may announce, in seconds (report.md). */
const SHORTEST_S = 1;
const LONGEST_S = 3600;
/** A longer gap raises the interval by at most the first factor, a shorter one lowers it by at most the second. */
const UP = 1.5;
const DOWN = 0.8;
/** Relative difference up to which a gap counts as jitter: the interval follows it closely. */
const NEAR = 0.15;
const MIN_POLLED_S = 60;
const POLLED_DOWN = 0.97;
const POLLED_UP: number = POLLED_DOWN ** -9;

/**
 * Returns the interval in seconds after reports at these instants, in order of time. A single gap changes it by one step
 * at most, so that a lost upload, a night or a report sent twice changes little; steps up are larger than steps down, as a
 * false "offline" is worse than a late one.
 */
export function uploadIntervalAfter(beforeS: number, lastAtMs: number | null, atMs: readonly number[]): number {
  return after(beforeS, lastAtMs, atMs, SHORTEST_S, afterGap);
}

/**
 * Returns the same for a device that a gateway polls by radio at an interval it does not report, as an OpenDTU does: each
 * lost answer makes a gap of twice, three times, ten times the interval, and a device that does not answer delays the
 * others. So the result is not an interval but the 90th percentile of gaps, and never less than a minute: three minutes
 * without any answer are a silence even if a gateway polls every five seconds. (With nine in ten answers lost, the 90th
 * percentile is 22 polls, and one gap in a thousand exceeds three times that; seven gaps in ten would exceed the device's
 * interval alone.)
 */
export function polledIntervalAfter(beforeS: number, lastAtMs: number | null, atMs: readonly number[]): number {
  return after(beforeS, lastAtMs, atMs, MIN_POLLED_S, afterPolledGap);
}

function after(
  beforeS: number,
  lastAtMs: number | null,
  atMs: readonly number[],
  minS: number,
  step: (everyS: number, gapS: number) => number,
): number {
  let everyS = Math.max(minS, beforeS);
  let last = lastAtMs;
  for (const ms of atMs) {
    const gapS = last === null ? 0 : (ms - last) / 1000;
    // Gaps of nights, outages and stored reports that are sent later do not count.
    if (gapS >= SHORTEST_S && gapS <= LONGEST_S) everyS = step(everyS, gapS);
    last = Math.max(last ?? ms, ms);
  }
  return Math.round(Math.min(LONGEST_S, Math.max(minS, everyS)));
}

/** One step up equals nine steps down: the interval is stable where one gap in ten is longer. */
const afterPolledGap = (everyS: number, gapS: number): number =>
  gapS > everyS ? Math.min(gapS, everyS * POLLED_UP) : Math.max(gapS, everyS * POLLED_DOWN);

function afterGap(everyS: number, gapS: number): number {
  const differenceS = gapS - everyS;
  // The interval is rounded to whole seconds: halving a difference of one second would never reach the gap.
  if (Math.abs(differenceS) < 2) return gapS;
  if (Math.abs(differenceS) <= NEAR * everyS) return everyS + differenceS / 2;
  return gapS > everyS ? Math.min(gapS, everyS * UP) : Math.max(gapS, everyS * DOWN);
}
