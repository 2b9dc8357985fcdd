// Aggregates samples of a device into the energy of one flow (grid import, battery charge ...) per local day, in order of time, as energy/rules/deviceEnergy.ts does for production.

import { type Day, type DayBounds, dayAt, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import { addToHours, type ClockHours, copyOf, hoursFor, KNOWN_HOURS_MS } from './clockHours.ts';
import { breakBetween, type MicroWh, maxGapMs, microWh } from './counterStep.ts';
import type { FlowSample } from './flowSamples.ts';
import { type DayPart, dayParts } from './sunDays.ts';

/** Properties of a device that its flows depend on; reusing one object per device keeps aggregation fast. */
export interface FlowSource {
  timeZone: string;
  /** Power above this is no value, and no counter rises faster. W. */
  mostPowerW: number;
  /** As in EnergySource. */
  breaksMs?: readonly number[];
  /** First day with energy stored by the hour; null or missing: none. */
  hoursFrom?: Day | null;
}

export type FlowOrigin = 'counted' | 'integrated' | 'mixed' | 'imported';

export interface FlowDay {
  day: Day;
  energyWh: number;
  /** Part of `energyWh` integrated from power; the device counted the rest. */
  integratedWh: number;
  /** Counted part with unknown hours: the difference of two counter readings across an outage, spread evenly. */
  spreadWh: number;
  source: FlowOrigin;
  /** Seconds of the day between successive samples without a gap; a day has up to 90,000. */
  coveredS: number;
  /** Part of `energyWh` with known hours; missing where hours are not stored. */
  hours?: ClockHours;
}

/** Row to store; `carryAfter` is null on a day without samples. */
export interface FlowRow extends FlowDay {
  carryAfter: FlowState | null;
}

/** Sums of the samples of one day so far, in integers, so that they continue exactly. */
interface FlowSum {
  day: Day;
  energyMicroWh: MicroWh;
  integratedMicroWh: MicroWh;
  spreadMicroWh: MicroWh;
  coveredMs: number;
  samples: number;
  /** A counter was read on the day, or across it. */
  counted: boolean;
  imported: boolean;
  hours?: ClockHours;
}

interface FlowReading {
  atMs: number;
  readMicroWh: MicroWh;
  /** Energy added since by other means, which the next reading that continues this one already contains. */
  addedMicroWh: MicroWh;
}

/** Last accepted reading of the counter. */
interface FlowCounter extends FlowReading {
  /**
   * A later reading that does not continue this one: a transmission error, a counter reset or a replaced meter. The next
   * reading decides which.
   */
  doubt: FlowReading | null;
  /**
   * Energy under the power since the counter last rose, while it was read: a counter that stands still for too long is
   * ignored. 0: absent.
   */
  stillMicroWh?: MicroWh;
}

/** Complete state after a sample, as plain JSON: stored and parsed, it continues with the same numbers. */
export interface FlowState {
  atMs: number;
  /** Power of the last sample, null if it had none. */
  powerW: number | null;
  imported: boolean;
  counter: FlowCounter | null;
  /** Remaining grace (`graceOf`). */
  graceMicroWh: MicroWh;
  /** Sums of the last sample's day, without the energy that the next sample adds for the time since. */
  open: FlowSum;
}

/**
 * Counter readings further apart are an outage: their difference is known, its hours are not. Files often hold hourly
 * values.
 */
const countedGapMs = KNOWN_HOURS_MS;
/** Longest delay of a frame. */
const lateMs = 5 * 60_000;
/** Coarsest step of a meter's counter: a kilowatt-hour. */
const coarsestWh = 1000;
/** If two readings may be continued, one this soon after decides that the reading between was a transmission error. */
const returnMs = countedGapMs;
/** A counter between two samples does not rise as if the power had been this much above theirs. */
const suddenW = 100_000;
const suddenTimes = 20;
/** Energy after which a counter that does not rise is no longer trusted: more than the step of any counter. */
const stillWh = 2 * coarsestWh;
/** A smaller share of a day's energy than this does not make its origin mixed. */
const mixedFrom = 0.01;

const maxEnergyIn = (ms: number, powerW: number): MicroWh => Math.floor((powerW * ms) / 3.6);

/** Returns how far a counter may rise beyond the maximum; the grace recovers as far as the counter rises by less. */
function graceOf({ mostPowerW }: FlowSource): MicroWh {
  return maxEnergyIn(lateMs, Math.min(mostPowerW, suddenW)) + 2 * microWh(coarsestWh);
}

const emptyDay = (day: Day, { hoursFrom }: FlowSource): FlowSum => ({
  day,
  ...hoursFor(day, hoursFrom),
  energyMicroWh: 0,
  integratedMicroWh: 0,
  spreadMicroWh: 0,
  coveredMs: 0,
  samples: 0,
  counted: false,
  imported: false,
});

function originOf({ imported, counted, energyMicroWh, integratedMicroWh }: FlowSum): FlowOrigin {
  if (imported) return 'imported';
  if (!counted) return 'integrated';
  if (integratedMicroWh <= mixedFrom * energyMicroWh) return 'counted';
  return integratedMicroWh >= (1 - mixedFrom) * energyMicroWh ? 'integrated' : 'mixed';
}

function rowOf(sum: FlowSum, carryAfter: FlowState | null): FlowRow {
  return {
    day: sum.day,
    energyWh: sum.energyMicroWh / 1e6,
    integratedWh: sum.integratedMicroWh / 1e6,
    spreadWh: sum.spreadMicroWh / 1e6,
    source: originOf(sum),
    coveredS: sum.coveredMs / 1000,
    ...(sum.hours && { hours: sum.hours }),
    carryAfter,
  };
}

/** Returns the row of the state's day for as long as no later sample is known. */
export function rowOfFlowState(state: FlowState): FlowRow {
  return rowOf(state.open, state);
}

/** Returns the energy of `part` where the straight line between two powers is above zero. */
function aboveZero(
  from: { atMs: number; powerW: number },
  to: { atMs: number; powerW: number },
  part: Pick<DayPart, 'fromMs' | 'toMs'>,
): MicroWh {
  const slope = (to.powerW - from.powerW) / (to.atMs - from.atMs);
  const beginsW = from.powerW + slope * (part.fromMs - from.atMs);
  const endsW = from.powerW + slope * (part.toMs - from.atMs);
  const above = Math.max(0, beginsW, endsW);
  const below = Math.min(0, beginsW, endsW);
  if (above === 0) return 0;
  // Where it crosses zero only a triangle remains.
  const meanW = below < 0 ? (above * above) / (2 * (above - below)) : (beginsW + endsW) / 2;
  return Math.round((meanW * (part.toMs - part.fromMs)) / 3.6);
}

/** Progress of an aggregation between two samples. */
interface FlowProgress {
  readonly source: FlowSource;
  /** The full grace. */
  readonly grace: MicroWh;
  /** State after the last sample; null: none, or history breaks off after it. */
  last: FlowState | null;
  /** Bounds of the newest sample's day. */
  bounds: DayBounds;
  open: FlowSum;
  counter: FlowCounter | null;
  graceLeft: MicroWh;
  /** Days before that of the newest sample to which its interval still adds, the last sample's day included. */
  readonly earlier: Map<Day, FlowSum>;
}

/** The plausible values of one sample. */
interface Plausible {
  atMs: number;
  imported: boolean;
  powerW: number | null;
  readMicroWh: MicroWh | null;
}

/**
 * Continues from `before` (null: no state) over samples in order of time, one per instant, all later than it. Returns
 * the rows of every affected day, in order; the first ones may be the day of `before` or days without samples. Each row
 * replaces the stored one. `carry` is the state after the last sample, or `before` when there are no samples.
 */
export function aggregateFlow(
  before: FlowState | null,
  samples: readonly FlowSample[],
  source: FlowSource,
): { days: FlowRow[]; carry: FlowState | null } {
  const [first] = samples;
  if (!first) return { days: [], carry: before };
  const bounds = dayAt(before?.atMs ?? first.atMs, source.timeZone);
  const grace = graceOf(source);
  const progress: FlowProgress = {
    source,
    grace,
    last: before,
    bounds,
    open: before ? copyOf(before.open) : emptyDay(bounds.day, source),
    counter: before?.counter ?? null,
    graceLeft: before?.graceMicroWh ?? grace,
    earlier: new Map(),
  };
  const days: FlowRow[] = [];
  let state = before;
  for (const sample of samples) state = addSample(progress, sample, days);
  if (state) days.push(rowOfFlowState(state));
  return { days, carry: state };
}

/** Adds one sample, appends the days that it closes to `days`, and returns the new state. */
function addSample(progress: FlowProgress, sample: FlowSample, days: FlowRow[]): FlowState {
  const { source, last: previous } = progress;
  if (previous && sample.atMs <= previous.atMs)
    throw new RangeError('samples must be in order and later than the state');
  const plausible = plausibleOf(sample, source);
  const { atMs, powerW, imported } = plausible;
  if (breakBetween(source.breaksMs, previous?.atMs, atMs) !== null) {
    progress.last = null;
    progress.counter = null;
    progress.graceLeft = progress.grace;
  }
  openDay(progress, atMs);
  const counted = addEnergy(progress, plausible);
  addCoverage(progress, plausible, counted);
  closeEarlierDays(progress, previous, days);
  const { open } = progress;
  open.samples++;
  open.counted ||= plausible.readMicroWh !== null;
  open.imported ||= imported;
  progress.last = { atMs, powerW, imported, counter: progress.counter, graceMicroWh: progress.graceLeft, open };
  return progress.last;
}

function plausibleOf({ atMs, powerW, counterWh, imported = false }: FlowSample, { mostPowerW }: FlowSource): Plausible {
  return {
    atMs,
    imported,
    // `+ 0` turns minus zero into zero.
    powerW: powerW !== null && Number.isFinite(powerW) && Math.abs(powerW) <= mostPowerW ? powerW + 0 : null,
    readMicroWh: counterWh !== null && counterWh >= 0 ? microWh(counterWh) : null,
  };
}

/** Starts the day of an instant unless it is the open one. */
function openDay(progress: FlowProgress, atMs: number): void {
  const { bounds, open, source } = progress;
  if (atMs >= bounds.startMs && atMs < bounds.endMs) return;
  // Only this interval can still add to the previous day. Uses a copy, so that the state of its last sample stays unchanged.
  progress.earlier.set(open.day, copyOf(open));
  progress.bounds = dayAt(atMs, source.timeZone);
  progress.open = emptyDay(progress.bounds.day, source);
}

function sumOf({ open, earlier, source }: FlowProgress, day: Day): FlowSum {
  if (day === open.day) return open;
  let sum = earlier.get(day);
  if (!sum) {
    sum = emptyDay(day, source);
    earlier.set(day, sum);
  }
  return sum;
}

/** Splits the time up to the newest sample by day. */
function partsUntil({ bounds, open, source }: FlowProgress, fromMs: number, atMs: number): DayPart[] {
  return fromMs >= bounds.startMs ? [{ day: open.day, fromMs, toMs: atMs }] : dayParts(fromMs, atMs, source.timeZone);
}

/**
 * Adds the energy of the counter or, where it has no usable reading, of the power. Returns whether the counter was
 * used.
 */
function addEnergy(progress: FlowProgress, sample: Plausible): boolean {
  const { counter } = progress;
  const { atMs, readMicroWh } = sample;
  if (readMicroWh !== null && counter) {
    const reading: FlowReading = { atMs, readMicroWh, addedMicroWh: 0 };
    const from = precedingReading(progress, sample, counter, readMicroWh);
    if (from) {
      continueFrom(progress, sample, from, reading);
      return true;
    }
    const added = integrate(progress, sample);
    progress.counter = { ...counter, addedMicroWh: counter.addedMicroWh + added, doubt: reading };
    return false;
  }
  const added = integrate(progress, sample);
  if (readMicroWh !== null) progress.counter = { atMs, readMicroWh, addedMicroWh: 0, doubt: null };
  else if (counter) {
    const { doubt } = counter;
    progress.counter = {
      ...counter,
      addedMicroWh: counter.addedMicroWh + added,
      doubt: doubt && { ...doubt, addedMicroWh: doubt.addedMicroWh + added },
    };
  }
  return false;
}

/**
 * Adds the energy under the power between the last sample and this one, where both have power and no gap lies between;
 * returns it.
 */
function integrate(progress: FlowProgress, sample: Plausible): MicroWh {
  let added = 0;
  for (const { part, energy } of powerBetween(progress, sample)) {
    const sum = sumOf(progress, part.day);
    sum.energyMicroWh += energy;
    sum.integratedMicroWh += energy;
    addToHours(sum, energy, part.fromMs, part.toMs, progress.source.timeZone);
    added += energy;
  }
  return added;
}

/**
 * Returns the energy under the power since the last sample by day; empty where either has no power or a gap lies
 * between.
 */
function powerBetween(
  progress: FlowProgress,
  { atMs, powerW, imported }: Plausible,
): { part: DayPart; energy: MicroWh }[] {
  const { last } = progress;
  if (!last || last.powerW === null || powerW === null) return [];
  if (atMs - last.atMs > (imported && last.imported ? countedGapMs : maxGapMs)) return [];
  const from = { atMs: last.atMs, powerW: last.powerW };
  return partsUntil(progress, last.atMs, atMs).map((part) => ({
    part,
    energy: aboveZero(from, { atMs, powerW }, part),
  }));
}

/** Returns the reading that this one continues; undefined: none. */
function precedingReading(
  progress: FlowProgress,
  sample: Plausible,
  counter: FlowCounter,
  readMicroWh: MicroWh,
): FlowReading | undefined {
  const { doubt } = counter;
  // A reading that continues a doubtful higher one shows that the counter was replaced. One that soon continues the
  // reading before a doubtful lower one shows that the lower one was a transmission error.
  const wasError = doubt !== null && doubt.readMicroWh < counter.readMicroWh && sample.atMs - doubt.atMs <= returnMs;
  const candidates = doubt === null ? [counter] : wasError ? [counter, doubt] : [doubt, counter];
  return candidates.find((from) => {
    const rise = readMicroWh - from.readMicroWh;
    return rise >= 0 && rise <= maxRiseSince(progress, sample, from) + progress.graceLeft;
  });
}

/** Returns the most that a counter can have risen since a reading. */
function maxRiseSince({ last, source }: FlowProgress, { atMs, powerW }: Plausible, from: FlowReading): MicroWh {
  const { mostPowerW } = source;
  const shownW =
    last && last.powerW !== null && powerW !== null && from.atMs === last.atMs
      ? suddenW + suddenTimes * Math.max(Math.abs(last.powerW), Math.abs(powerW))
      : mostPowerW;
  return maxEnergyIn(atMs - from.atMs, Math.min(mostPowerW, shownW));
}

/** Adds the difference of two readings, less the energy already added, spread over the time between. */
function continueFrom(progress: FlowProgress, sample: Plausible, from: FlowReading, reading: FlowReading): void {
  const { source, last } = progress;
  const { atMs, readMicroWh } = reading;
  const stillMicroWh = progress.counter?.stillMicroWh ?? 0;
  const rise = readMicroWh - from.readMicroWh;
  const graceLeft = progress.graceLeft + maxRiseSince(progress, sample, from) - rise;
  progress.graceLeft = Math.min(progress.grace, Math.max(0, graceLeft));
  const rest = Math.max(0, rise - from.addedMicroWh);
  // At most back to the last sample's day: earlier days are closed.
  const sinceMs = last ? Math.max(from.atMs, dayBounds(last.open.day, source.timeZone).startMs) : from.atMs;
  const outage = atMs - from.atMs > countedGapMs;
  let distributedMicroWh = 0;
  for (const part of partsUntil(progress, sinceMs, atMs)) {
    const upTo = part.toMs === atMs ? rest : Math.round((rest * (part.toMs - sinceMs)) / (atMs - sinceMs));
    const sum = sumOf(progress, part.day);
    sum.energyMicroWh += upTo - distributedMicroWh;
    if (outage) sum.spreadMicroWh += upTo - distributedMicroWh;
    else addToHours(sum, upTo - distributedMicroWh, part.fromMs, part.toMs, source.timeZone);
    sum.counted = true;
    distributedMicroWh = upTo;
  }
  const counter: FlowCounter = { ...reading, addedMicroWh: Math.max(0, from.addedMicroWh - rise), doubt: null };
  progress.counter = counter;
  if (rise > 0) return;
  const still = powerBetween(progress, sample).reduce((sum, { energy }) => sum + energy, stillMicroWh);
  if (still > 0) counter.stillMicroWh = still;
  // If the counter rises later, its difference already contains the energy added from power.
  if (still > microWh(stillWh)) counter.addedMicroWh += integrate(progress, sample);
}

/** Adds the time since the last sample to the covered time of its days, unless it is a gap. */
function addCoverage(progress: FlowProgress, { atMs, powerW, imported }: Plausible, counted: boolean): void {
  const { last } = progress;
  if (!last || !(counted || (last.powerW !== null && powerW !== null))) return;
  const gapMs = counted || (imported && last.imported) ? countedGapMs : maxGapMs;
  if (atMs - last.atMs > gapMs) return;
  for (const part of partsUntil(progress, last.atMs, atMs))
    sumOf(progress, part.day).coveredMs += part.toMs - part.fromMs;
}

/** Appends the days before the open one to `days`, in order, except empty ones. */
function closeEarlierDays({ earlier }: FlowProgress, previous: FlowState | null, days: FlowRow[]): void {
  if (earlier.size === 0) return;
  const closed = [...earlier.values()].toSorted((left, right) => (left.day < right.day ? -1 : 1));
  for (const sum of closed)
    if (sum.samples > 0 || sum.counted || sum.energyMicroWh > 0 || sum.coveredMs > 0)
      days.push(rowOf(sum, sum.day === previous?.open.day ? previous : null));
  earlier.clear();
}
