// What one reading of an energy counter adds: a normal step, a wrap, a reset, a warp, or nothing that can be believed.
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { daylightMs, wakeBefore } from './sunDays.ts';

export type CounterKind = 'daily' | 'lifetime';

/** How a device counts and where it stands; the same object for all calls of one device keeps the fold fast. */
export interface EnergySource {
  /** What a sample's `counterWh` counts: 'daily' starts again at the site's dawn, 'lifetime' never; 'none': nothing that can be used. */
  counter: CounterKind | 'none';
  /** Energy at which the counter wraps (65536 counts for 16 bits); null: it doesn't. */
  wrapWh: number | null;
  /** Energy of one count. */
  stepWh: number;
  ratedPowerW: number;
  timeZone: string;
  latitude: number;
  longitude: number;
  /** The first day whose energy is kept by the hour; null or missing: none. */
  hoursFrom?: Day | null;
  /** Instants over which nothing is continued, in order: where history was taken out. Mostly absent. */
  breaksMs?: readonly number[];
}

/** The last of them after one instant and not after another; null: nothing breaks off between. */
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

/** The counter as last read. All null until the first reading. */
export interface CounterState {
  /** Which of two counters it is; absent: what `counterWh` counts (EnergySource.counter). */
  kind?: CounterKind;
  /** Of a counter of the day that is followed because the one of life stays away: what that one must read now. */
  lifetimeMicroWh?: MicroWh;
  readAtMs: number;
  readMicroWh: MicroWh;
  /**
   * The reading that would stand there, had the counter never jumped: what has been counted since the reset.
   * Above the reading after a warp back, so that a jump forward again counts only what lies above it;
   * below it after a jump upward that nothing explains, so that the way back is recognised.
   */
  levelMicroWh: MicroWh;
  /** When reading and level last agreed. */
  levelAtMs: number;
}

export interface CounterStep {
  /** What to add; null when the reading says nothing about the interval and power has to. */
  addMicroWh: MicroWh | null;
  /** The energy was made between these instants. */
  sinceMs: number;
  untilMs: number;
  state: CounterState;
}

/** An interval between samples longer than this is a gap: nothing is integrated over it and it is not covered. */
export const maxGapMs = 20 * 60_000;
/** A frame may be this late on its way: an energy of ten minutes then seems made in five. */
const lateMs = 5 * 60_000;
/** From the first twilight to an hour after sunrise a device may still show yesterday's counter, or already today's. */
export const wakingMs = 2 * 3_600_000;
/** How long the power at both ends of an interval may decide whether a jump forward is the way back from a warp. */
const returnMs = 3 * maxGapMs;

/** The most that is believed of a device: edges of clouds lift a module to this much of its rated power, for a while. */
const MAX_OF_RATED = 1.3;
/** More power than this much of the rated one is an error of the wire or a lie: no value. */
export const NO_POWER_FROM = 1.5;

/** What a device can have made in so many ms at 1.3 times its rated power. Whole, so that a carry stays short. */
export function maxEnergyIn(ms: number, source: Pick<EnergySource, 'ratedPowerW'>): MicroWh {
  return Math.floor((MAX_OF_RATED * source.ratedPowerW * ms) / 3.6);
}

/**
 * One grace: what a frame may say beyond that, for being late and for counting in steps. It is a budget, not a gift with
 * every frame: what was used of it comes back only as far as the device makes less than the most.
 */
export function graceOf(source: EnergySource): MicroWh {
  return maxEnergyIn(lateMs, source) + 2 * microWh(source.stepWh) + 1;
}

const twoCounts = ({ stepWh }: EnergySource): MicroWh => 2 * microWh(stepWh) + 1;

/** The most that can have been made in so many ms at 1.3 times the rated power, and two counts. */
const ratedIn = (ms: number, source: EnergySource): MicroWh => maxEnergyIn(ms, source) + twoCounts(source);

/** The same by the greater of the powers at both ends, times 1.5, where both are known. */
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
 * The first reading: a daily counter says what was made since dawn (less what power has already given of the day),
 * a lifetime counter only where it starts.
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
  const believable = read <= ratedIn(atMs - wakeMs, source);
  return { addMicroWh: believable ? Math.max(0, read - known) : 0, sinceMs: wakeMs, untilMs: atMs, state };
}

/**
 * A dawn lies in the gap before a daily counter's reading, so it counts from there: also when it reads more than
 * yesterday's last, unless the device has only just woken and its power can't explain the reading (not yet reset).
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

/** The state after a reading that goes on from the last one. */
function movedOn({ readMicroWh, levelMicroWh, levelAtMs }: CounterState, read: MicroWh, atMs: number): CounterState {
  const off = levelMicroWh - readMicroWh;
  return {
    readAtMs: atMs,
    readMicroWh: read,
    levelMicroWh: read + off,
    levelAtMs: off === 0 ? atMs : levelAtMs,
  };
}

/** After one that left the level. */
function leftLevel(last: CounterState, read: MicroWh, atMs: number): CounterState {
  const { levelMicroWh } = last;
  const levelAtMs = levelMicroWh === last.readMicroWh ? last.readAtMs : last.levelAtMs;
  return { readAtMs: atMs, readMicroWh: read, levelMicroWh, levelAtMs };
}

/**
 * `lastW` is the power of the sample before, `powerW` that of this one; `atMs` is later than the last reading. `kind` is what
 * the counter counts, `left` the most that may be added: what can have been made since the last reading, and what is left of the grace.
 */
export function nextReading(
  last: CounterState,
  read: MicroWh,
  atMs: number,
  lastW: number | null,
  powerW: number | null,
  source: EnergySource,
  kind: CounterKind,
  left: MicroWh,
): CounterStep {
  const sinceMs = last.readAtMs;
  const elapsedMs = atMs - sinceMs;
  const rise = read - last.readMicroWh;
  let untilMs = atMs;
  if (kind === 'daily' && elapsedMs > maxGapMs) {
    const wakeMs = wakeBefore(atMs, source);
    const reset = dawnReset(last, read, atMs, wakeMs, powerW, source);
    if (reset) return reset;
    // not reset yet: what it added was made before this dawn
    if (wakeMs > sinceMs) untilMs = wakeMs;
  }
  const off = last.levelMicroWh - last.readMicroWh;
  const aboveLevel = read - last.levelMicroWh;
  const mostToLevel = ratedIn(atMs - last.levelAtMs, source);

  if (rise >= 0) {
    const explained = rise <= left;
    if (off <= 0 && explained) return { addMicroWh: rise, sinceMs, untilMs, state: movedOn(last, read, atMs) };
    if (off > 0) {
      // after a warp back the same rise may be new energy or the way back: the stricter bounds tell them apart
      const fresh = atMs - last.levelAtMs <= returnMs && elapsedMs <= maxGapMs;
      const isNew = rise <= (fresh ? shownIn(elapsedMs, source, lastW, powerW) : ratedIn(elapsedMs, source));
      if (!isNew && aboveLevel >= 0 && aboveLevel <= mostToLevel)
        return { addMicroWh: aboveLevel, sinceMs, untilMs, state: onLevel(read, atMs) };
      if (isNew || explained) return { addMicroWh: rise, sinceMs, untilMs, state: movedOn(last, read, atMs) };
      if (aboveLevel < 0) return { addMicroWh: 0, sinceMs, untilMs, state: leftLevel(last, read, atMs) };
    }
    return { addMicroWh: null, sinceMs, untilMs, state: leftLevel(last, read, atMs) };
  }

  // an integral over the jump upward may have said a little more than the counter does now
  if (off < 0 && aboveLevel >= -ratedIn(lateMs, source) && aboveLevel <= mostToLevel)
    return { addMicroWh: Math.max(0, aboveLevel), sinceMs, untilMs, state: onLevel(read, atMs) };
  // One that says itself what it is wraps only where it may be the same.
  const wrapWh = kind === source.counter ? source.wrapWh : null;
  if (wrapWh !== null) {
    const wrapped = rise + microWh(wrapWh);
    // a daily counter can only wrap in daylight: hours of night must not make a whole turn believable
    const inMs = kind === 'daily' ? daylightMs(sinceMs, atMs, source) : elapsedMs;
    if (wrapped >= 0 && wrapped <= Math.min(left, ratedIn(inMs + lateMs, source)))
      return { addMicroWh: wrapped, sinceMs, untilMs, state: movedOn(last, read, atMs) };
  }
  if (read <= shownIn(elapsedMs, source, lastW, powerW))
    return { addMicroWh: read, sinceMs, untilMs, state: onLevel(read, atMs) };
  return { addMicroWh: 0, sinceMs, untilMs, state: leftLevel(last, read, atMs) };
}
