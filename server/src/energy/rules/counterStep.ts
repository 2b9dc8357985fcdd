// Computes the energy that one reading of a counter adds: a normal step, a wrap, a reset, a jump, or nothing plausible.
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { daylightMs, wakeBefore } from './sunDays.ts';

export type CounterKind = 'daily' | 'lifetime';

/** Counting and location of a device; reusing one object for all calls of one device keeps aggregation fast. */
export interface EnergySource {
  /** Kind of a sample's `counterWh`: 'daily' resets at the site's dawn, 'lifetime' never; 'none': not usable. */
  counter: CounterKind | 'none';
  /** Energy at which the counter wraps (65536 counts for 16 bits); null: it does not wrap. */
  wrapWh: number | null;
  /** Energy of one count. */
  stepWh: number;
  ratedPowerW: number;
  timeZone: string;
  latitude: number;
  longitude: number;
  /** First day with energy stored by the hour; null or missing: none. */
  hoursFrom?: Day | null;
  /** Instants where history was removed, in order: nothing continues across them. Usually absent. */
  breaksMs?: readonly number[];
}

/** Returns the last break after `afterMs` and not after `atMs`; null: none. */
export function breakBetween(
  breaksMs: readonly number[] | undefined,
  afterMs: number | undefined,
  atMs: number,
): number | null {
  if (breaksMs === undefined) return null;
  return breaksMs.findLast((ms) => ms <= atMs && ms > (afterMs ?? Number.NEGATIVE_INFINITY)) ?? null;
}

/**
 * Energy is added up as whole microwatt-hours: the differences of readings then telescope, so the sum over days
 * equals the counter's increments to the last digit, and no sum depends on the order of its parts.
 */
export type MicroWh = number;

export const microWh = (wh: number): MicroWh => Math.round(wh * 1e6);

/** Last reading of the counter. */
export interface CounterState {
  /** Kind of the counter; absent: that of `counterWh` (EnergySource.counter). */
  kind?: CounterKind;
  /** Present reading of the absent lifetime counter, derived while the daily counter is followed in its place. */
  lifetimeMicroWh?: MicroWh;
  readAtMs: number;
  readMicroWh: MicroWh;
  /**
   * Reading of a counter that had never jumped: the energy counted since the reset.
   * Above the reading after a jump back, so that a later jump forward counts only the part above it;
   * below the reading after an unexplained jump upward, so that the return is recognised.
   */
  levelMicroWh: MicroWh;
  /** Instant at which reading and level last agreed. */
  levelAtMs: number;
}

export interface CounterStep {
  /** Energy to add; null: the reading gives no energy for the interval, so power is integrated. */
  addMicroWh: MicroWh | null;
  /** The energy was produced between `sinceMs` and `untilMs`. */
  sinceMs: number;
  untilMs: number;
  state: CounterState;
}

/** An interval between samples longer than this is a gap: nothing is integrated over it and it is not covered. */
export const maxGapMs = 20 * 60_000;
/** Longest delay of a frame: energy of ten minutes then appears as that of five. */
const lateMs = 5 * 60_000;
/**
 * From the first twilight to an hour after sunrise a device may still report yesterday's counter, or already today's.
 */
export const wakingMs = 2 * 3_600_000;
/**
 * Time within which the power at both ends of an interval may decide whether a jump forward is the return from a jump
 * back.
 */
const returnMs = 3 * maxGapMs;

/** Highest accepted power as a share of the rated one: edges of clouds lift a module this far for a while. */
const MAX_OF_RATED = 1.3;
/** Power above this share of the rated one is a transmission error or forged: no value. */
export const NO_POWER_FROM = 1.5;

/**
 * Returns the most energy that a device can produce in a time at 1.3 times its rated power. An integer, so that a
 * stored state stays short.
 */
export function maxEnergyIn(ms: number, source: Pick<EnergySource, 'ratedPowerW'>): MicroWh {
  return Math.floor((MAX_OF_RATED * source.ratedPowerW * ms) / 3.6);
}

/**
 * Returns one grace: the energy that frames may report beyond the maximum, for delays and for counting in steps. It is a
 * budget for all frames together: used grace recovers only as far as the device produces less than the maximum.
 */
export function graceOf(source: EnergySource): MicroWh {
  return maxEnergyIn(lateMs, source) + 2 * microWh(source.stepWh) + 1;
}

const twoCounts = ({ stepWh }: EnergySource): MicroWh => 2 * microWh(stepWh) + 1;

/** Returns the most energy possible in a time at 1.3 times the rated power, and two counts. */
const ratedIn = (ms: number, source: EnergySource): MicroWh => maxEnergyIn(ms, source) + twoCounts(source);

/** Returns `ratedIn`, limited by 1.5 times the greater power at both ends where both are known. */
function shownIn(ms: number, source: EnergySource, fromW: number | null, toW: number | null): MicroWh {
  if (fromW === null || toW === null) return ratedIn(ms, source);
  return Math.min(ratedIn(ms, source), (1.5 * Math.max(fromW, toW) * ms) / 3.6 + twoCounts(source));
}

export const onLevel = (readMicroWh: MicroWh, readAtMs: number): CounterState => ({
  readAtMs,
  readMicroWh,
  levelMicroWh: readMicroWh,
  levelAtMs: readAtMs,
});

/**
 * Evaluates the first reading: a daily counter gives the energy since dawn (less the energy of the day already known
 * from power), a lifetime counter only its starting value.
 */
export function firstReading(
  read: MicroWh,
  atMs: number,
  source: EnergySource,
  kind: CounterKind,
  known: MicroWh = 0,
): CounterStep {
  const state = onLevel(read, atMs);
  if (kind !== 'daily') return { addMicroWh: 0, sinceMs: atMs, untilMs: atMs, state };
  const wakeMs = wakeBefore(atMs, source);
  const plausible = read <= ratedIn(atMs - wakeMs, source);
  return { addMicroWh: plausible ? Math.max(0, read - known) : 0, sinceMs: wakeMs, untilMs: atMs, state };
}

/**
 * Detects a reset at dawn in the gap before a daily counter's reading, which then counts from dawn: also when it reads
 * more than yesterday's last value, unless the device has only just woken up and its power cannot explain the reading
 * (not yet reset).
 */
function dawnReset(
  last: CounterState,
  read: MicroWh,
  atMs: number,
  wakeMs: number,
  powerW: number | null,
  source: EnergySource,
): CounterStep | null {
  const sinceMs = atMs - wakeMs;
  const falls = read < last.readMicroWh;
  if (last.readAtMs >= (falls ? wakeMs + wakingMs : wakeMs)) return null;
  if (read > ratedIn(sinceMs, source)) return null;
  if (!falls && sinceMs <= wakingMs && read > shownIn(sinceMs, source, powerW, powerW)) return null;
  return { addMicroWh: read, sinceMs: Math.max(wakeMs, last.readAtMs), untilMs: atMs, state: onLevel(read, atMs) };
}

/** Returns the state after a reading that continues the last one. */
function movedOn({ readMicroWh, levelMicroWh, levelAtMs }: CounterState, read: MicroWh, atMs: number): CounterState {
  const off = levelMicroWh - readMicroWh;
  return {
    readAtMs: atMs,
    readMicroWh: read,
    levelMicroWh: read + off,
    levelAtMs: off === 0 ? atMs : levelAtMs,
  };
}

/** Returns the state after a reading that departs from the level. */
function leftLevel(last: CounterState, read: MicroWh, atMs: number): CounterState {
  const { levelMicroWh } = last;
  const levelAtMs = levelMicroWh === last.readMicroWh ? last.readAtMs : last.levelAtMs;
  return { readAtMs: atMs, readMicroWh: read, levelMicroWh, levelAtMs };
}

/**
 * Evaluates a reading after `last`. `lastW` is the power of the previous sample, `powerW` that of this one; `atMs` is later
 * than the last reading. `kind` is the kind of the counter, `budget` the most that may be added: energy that can have been
 * produced since the last reading, and the remaining grace.
 */
export function nextReading(
  last: CounterState,
  read: MicroWh,
  atMs: number,
  lastW: number | null,
  powerW: number | null,
  source: EnergySource,
  kind: CounterKind,
  budget: MicroWh,
): CounterStep {
  const sinceMs = last.readAtMs;
  const elapsedMs = atMs - sinceMs;
  const rise = read - last.readMicroWh;
  let untilMs = atMs;
  if (kind === 'daily' && elapsedMs > maxGapMs) {
    const wakeMs = wakeBefore(atMs, source);
    const reset = dawnReset(last, read, atMs, wakeMs, powerW, source);
    if (reset) return reset;
    // Not reset yet: the added energy was produced before this dawn.
    if (wakeMs > sinceMs) untilMs = wakeMs;
  }
  const off = last.levelMicroWh - last.readMicroWh;
  const aboveLevel = read - last.levelMicroWh;
  const maxToLevel = ratedIn(atMs - last.levelAtMs, source);

  if (rise >= 0) {
    const explained = rise <= budget;
    if (off <= 0 && explained) return { addMicroWh: rise, sinceMs, untilMs, state: movedOn(last, read, atMs) };
    if (off > 0) {
      // After a jump back the same rise may be new energy or the return: the stricter bounds distinguish them.
      const fresh = atMs - last.levelAtMs <= returnMs && elapsedMs <= maxGapMs;
      const isNew = rise <= (fresh ? shownIn(elapsedMs, source, lastW, powerW) : ratedIn(elapsedMs, source));
      if (!isNew && aboveLevel >= 0 && aboveLevel <= maxToLevel)
        return { addMicroWh: aboveLevel, sinceMs, untilMs, state: onLevel(read, atMs) };
      if (isNew || explained) return { addMicroWh: rise, sinceMs, untilMs, state: movedOn(last, read, atMs) };
      if (aboveLevel < 0) return { addMicroWh: 0, sinceMs, untilMs, state: leftLevel(last, read, atMs) };
    }
    return { addMicroWh: null, sinceMs, untilMs, state: leftLevel(last, read, atMs) };
  }

  // The integral across the jump upward may slightly exceed the counter.
  if (off < 0 && aboveLevel >= -ratedIn(lateMs, source) && aboveLevel <= maxToLevel)
    return { addMicroWh: Math.max(0, aboveLevel), sinceMs, untilMs, state: onLevel(read, atMs) };
  // A counter of a fixed kind wraps only if it is of the same kind as `counterWh`.
  const wrapWh = kind === source.counter ? source.wrapWh : null;
  if (wrapWh !== null) {
    const wrapped = rise + microWh(wrapWh);
    // A daily counter can only wrap in daylight: hours of night must not make a full wrap plausible.
    const inMs = kind === 'daily' ? daylightMs(sinceMs, atMs, source) : elapsedMs;
    if (wrapped >= 0 && wrapped <= Math.min(budget, ratedIn(inMs + lateMs, source)))
      return { addMicroWh: wrapped, sinceMs, untilMs, state: movedOn(last, read, atMs) };
  }
  if (read <= shownIn(elapsedMs, source, lastW, powerW))
    return { addMicroWh: read, sinceMs, untilMs, state: onLevel(read, atMs) };
  return { addMicroWh: 0, sinceMs, untilMs, state: leftLevel(last, read, atMs) };
}
