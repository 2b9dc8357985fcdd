// Energy of one flow (from the grid, into a battery ...) of a device per local day: a fold over its samples in order of time, as energy/rules/deviceEnergy.ts is one of production.

import { type Day, type DayBounds, dayAt, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import { addToHours, type ClockHours, copyOf, hoursFor, KNOWN_HOURS_MS } from './clockHours.ts';
import { breakBetween, type MicroWh, maxGapMs, microWh } from './counterStep.ts';
import type { FlowSample } from './flowSamples.ts';
import { type DayPart, dayParts } from './sunDays.ts';

/** One object per device keeps the fold fast. */
export interface FlowSource {
  timeZone: string;
  /** More power than this is no value, and no counter rises faster. */
  mostPowerW: number;
  /** As of an EnergySource. */
  breaksMs?: readonly number[];
  /** The first day whose energy is kept by the hour; null or missing: none. */
  hoursFrom?: Day | null;
}

export type FlowOrigin = 'counted' | 'integrated' | 'mixed' | 'imported';

export interface FlowDay {
  day: Day;
  energyWh: number;
  /** The part of `energyWh` that comes from power; the rest was counted by the device. */
  integratedWh: number;
  /** The counted part whose hours nobody knows: a counter was read after an outage, and its difference spread evenly. */
  spreadWh: number;
  source: FlowOrigin;
  /** Seconds of the day between successive samples without a gap; a day has up to 90,000. */
  coveredS: number;
  /** Of `energyWh` what is known by the hour; missing where it is not kept. */
  hours?: ClockHours;
}

/** A row to store. `carryAfter` is null on a day without samples. */
export interface FlowRow extends FlowDay {
  carryAfter: FlowState | null;
}

/** What the samples of one day have given so far, in whole units: it must continue to the last digit. */
interface FlowSum {
  day: Day;
  energyMicroWh: MicroWh;
  integratedMicroWh: MicroWh;
  spreadMicroWh: MicroWh;
  coveredMs: number;
  samples: number;
  /** A counter was read on it, or over it. */
  counted: boolean;
  imported: boolean;
  hours?: ClockHours;
}

interface FlowReading {
  atMs: number;
  readMicroWh: MicroWh;
  /** What was added since by other means: the next reading that follows this one contains it already. */
  addedMicroWh: MicroWh;
}

/** The counter as last believed. */
interface FlowCounter extends FlowReading {
  /**
   * A later reading that does not follow from it: an error of the wire, a counter that started over, another meter in its
   * place. The reading after it tells which.
   */
  doubt: FlowReading | null;
  /** What power has told since it last rose, while it was read: a counter that stands still meanwhile is none. 0: absent. */
  stillMicroWh?: MicroWh;
}

/** All the fold knows after a sample. Plain JSON: stored and read back, it continues to the same numbers. */
export interface FlowState {
  atMs: number;
  /** Of the last sample, null if it told none. */
  powerW: number | null;
  imported: boolean;
  counter: FlowCounter | null;
  /** What is left of the grace (`graceOf`). */
  graceMicroWh: MicroWh;
  /** The last sample's day so far, without what the next sample will say of the time after this one. */
  open: FlowSum;
}

/** Readings of a counter further apart are an outage: their difference is known, its hours are not. Files often hold hourly values. */
const countedGapMs = KNOWN_HOURS_MS;
/** A frame may be this late on its way. */
const lateMs = 5 * 60_000;
/** Counters of meters go in steps of up to a kilowatt-hour. */
const coarsestWh = 1000;
/** Of two that may both follow, one so soon after it decides that the reading between was an error of the wire. */
const returnMs = countedGapMs;
/** Between two samples with these powers a counter does not rise as if there were far more. */
const suddenW = 100_000;
const suddenTimes = 20;
/** So much power's energy may pass before a counter that does not rise is no longer believed: more than any counter's step. */
const stillWh = 2 * coarsestWh;
/** Less than this part of a day's energy does not make it mixed. */
const mixedFrom = 0.01;

const mostIn = (ms: number, powerW: number): MicroWh => Math.floor((powerW * ms) / 3.6);

/** What a counter may rise beyond the most; it comes back as far as the counter rises by less. */
function graceOf({ mostPowerW }: FlowSource): MicroWh {
  return mostIn(lateMs, Math.min(mostPowerW, suddenW)) + 2 * microWh(coarsestWh);
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

/** The row of the carry's day as long as no later sample is known. */
export function rowOfFlowState(carry: FlowState): FlowRow {
  return rowOf(carry.open, carry);
}

/** Energy where the straight line between two powers is above zero, of one part of it. */
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
  // where it crosses zero only a triangle is left of it
  const meanW = below < 0 ? (above * above) / (2 * (above - below)) : (beginsW + endsW) / 2;
  return Math.round((meanW * (part.toMs - part.fromMs)) / 3.6);
}

/** Where the aggregation stands between two samples. */
interface FlowProgress {
  readonly source: FlowSource;
  /** The whole grace. */
  readonly grace: MicroWh;
  /** After the last sample; null: there is none, or history breaks off after it. */
  last: FlowState | null;
  /** Of the newest sample's day. */
  bounds: DayBounds;
  open: FlowSum;
  counter: FlowCounter | null;
  graceLeft: MicroWh;
  /** Days before the newest sample's to which its interval still adds, the last sample's own included. */
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
 * Continues from `before` (null: nothing is known) over samples in order of time, one per instant, all later than it.
 * Returns the rows of every day that it touched, in order; the first may be the day in which `before` stands, or days
 * without samples. Each row replaces the stored one. `carry` is the last row's, or `before` when there are no samples.
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
  let carry = before;
  for (const sample of samples) carry = addSample(progress, sample, days);
  if (carry) days.push(rowOfFlowState(carry));
  return { days, carry };
}

/** Adds one sample; the days that it closes go to `days`. */
function addSample(progress: FlowProgress, sample: FlowSample, days: FlowRow[]): FlowState {
  const { source, last: leftBehind } = progress;
  if (leftBehind && sample.atMs <= leftBehind.atMs)
    throw new RangeError('samples must be in order and later than the carry');
  const plausible = plausibleOf(sample, source);
  const { atMs, powerW, imported } = plausible;
  if (breakBetween(source.breaksMs, leftBehind?.atMs, atMs) !== null) {
    progress.last = null;
    progress.counter = null;
    progress.graceLeft = progress.grace;
  }
  openDay(progress, atMs);
  const counted = addEnergy(progress, plausible);
  addCoverage(progress, plausible, counted);
  closeEarlierDays(progress, leftBehind, days);
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
    // `+ 0` makes a minus zero a zero
    powerW: powerW !== null && Number.isFinite(powerW) && Math.abs(powerW) <= mostPowerW ? powerW + 0 : null,
    readMicroWh: counterWh !== null && counterWh >= 0 ? microWh(counterWh) : null,
  };
}

/** Begins the day of an instant, unless it is the open one. */
function openDay(progress: FlowProgress, atMs: number): void {
  const { bounds, open, source } = progress;
  if (atMs >= bounds.startMs && atMs < bounds.endMs) return;
  // only this one interval can still add to the day left behind, and not to the carry of its last sample: a copy
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

/** The time up to the newest sample by day. */
function partsUntil({ bounds, open, source }: FlowProgress, fromMs: number, atMs: number): DayPart[] {
  return fromMs >= bounds.startMs ? [{ day: open.day, fromMs, toMs: atMs }] : dayParts(fromMs, atMs, source.timeZone);
}

/** Adds what the counter shows or, where it shows nothing that can be used, the power. Returns whether it was the counter. */
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

/** Adds the energy of power between the last sample and this one, where both have it and no gap lies between; returns it. */
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

/** Energy of power since the last sample by day; empty where one of both has no power or a gap lies between. */
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

/** The reading that this one continues; undefined: it follows from none. */
function precedingReading(
  progress: FlowProgress,
  sample: Plausible,
  counter: FlowCounter,
  readMicroWh: MicroWh,
): FlowReading | undefined {
  const { doubt } = counter;
  // after a reading that was too high, what follows it is another counter; after one that fell, what follows the one
  // before it shows that it was an error of the wire, if it comes soon
  const wasError = doubt !== null && doubt.readMicroWh < counter.readMicroWh && sample.atMs - doubt.atMs <= returnMs;
  const candidates = doubt === null ? [counter] : wasError ? [counter, doubt] : [doubt, counter];
  return candidates.find((from) => {
    const rise = readMicroWh - from.readMicroWh;
    return rise >= 0 && rise <= mostSince(progress, sample, from) + progress.graceLeft;
  });
}

/** The most that a counter can have risen since a reading. */
function mostSince({ last, source }: FlowProgress, { atMs, powerW }: Plausible, from: FlowReading): MicroWh {
  const { mostPowerW } = source;
  const shownW =
    last && last.powerW !== null && powerW !== null && from.atMs === last.atMs
      ? suddenW + suddenTimes * Math.max(Math.abs(last.powerW), Math.abs(powerW))
      : mostPowerW;
  return mostIn(atMs - from.atMs, Math.min(mostPowerW, shownW));
}

/** Adds the difference of two readings, less what the days contain already, spread over the time between. */
function continueFrom(progress: FlowProgress, sample: Plausible, from: FlowReading, reading: FlowReading): void {
  const { source, last } = progress;
  const { atMs, readMicroWh } = reading;
  const stillMicroWh = progress.counter?.stillMicroWh ?? 0;
  const rise = readMicroWh - from.readMicroWh;
  const graceLeft = progress.graceLeft + mostSince(progress, sample, from) - rise;
  progress.graceLeft = Math.min(progress.grace, Math.max(0, graceLeft));
  const rest = Math.max(0, rise - from.addedMicroWh);
  // not further back than the last sample's day: the days before that one are closed
  const sinceMs = last ? Math.max(from.atMs, dayBounds(last.open.day, source.timeZone).startMs) : from.atMs;
  const outage = atMs - from.atMs > countedGapMs;
  let given = 0;
  for (const part of partsUntil(progress, sinceMs, atMs)) {
    const upTo = part.toMs === atMs ? rest : Math.round((rest * (part.toMs - sinceMs)) / (atMs - sinceMs));
    const sum = sumOf(progress, part.day);
    sum.energyMicroWh += upTo - given;
    if (outage) sum.spreadMicroWh += upTo - given;
    else addToHours(sum, upTo - given, part.fromMs, part.toMs, source.timeZone);
    sum.counted = true;
    given = upTo;
  }
  const counter: FlowCounter = { ...reading, addedMicroWh: Math.max(0, from.addedMicroWh - rise), doubt: null };
  progress.counter = counter;
  if (rise > 0) return;
  const still = powerBetween(progress, sample).reduce((sum, { energy }) => sum + energy, stillMicroWh);
  if (still > 0) counter.stillMicroWh = still;
  // should it rise after all, what power has added is in its difference already
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

/** Moves the days before the open one to `days`, in order; empty ones are left out. */
function closeEarlierDays({ earlier }: FlowProgress, leftBehind: FlowState | null, days: FlowRow[]): void {
  if (earlier.size === 0) return;
  const closed = [...earlier.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
  for (const sum of closed)
    if (sum.samples > 0 || sum.counted || sum.energyMicroWh > 0 || sum.coveredMs > 0)
      days.push(rowOf(sum, sum.day === leftBehind?.open.day ? leftBehind : null));
  earlier.clear();
}
