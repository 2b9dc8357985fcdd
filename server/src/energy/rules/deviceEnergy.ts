// Aggregates samples of a device into energy per local day, in order of time; the state continues from one report to the next.

import { type Day, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import { addToHours, copyOf, KNOWN_HOURS_MS } from './clockHours.ts';
import { type Readings, readingsOf } from './counterReadings.ts';
import {
  breakBetween,
  type CounterKind,
  type CounterState,
  type EnergySource,
  firstReading,
  graceOf,
  type MicroWh,
  maxEnergyIn,
  maxGapMs,
  NO_POWER_FROM,
  nextReading,
  onLevel,
  wakingMs,
} from './counterStep.ts';
import { type DayRow, type DaySum, type EnergyState, emptyDay, rowOf } from './energyDays.ts';
import { coveredMs, type SunDay, sunDayAt } from './sunDay.ts';
import { dayParts, spreadBySun, wakeBefore } from './sunDays.ts';

export type { EnergySource } from './counterStep.ts';
export type { DayRow, EnergyState } from './energyDays.ts';

export interface EnergySample {
  atMs: number;
  powerW: number | null;
  /** Counter whose kind the source defines. */
  counterWh: number | null;
  /** Counters of a fixed kind, in addition to `counterWh` or instead of it. */
  counterDayWh?: number | null;
  counterLifeWh?: number | null;
  /** Imported from a file: its day is then marked as imported, and hourly values are not gaps. */
  imported?: boolean;
}

/** Longest gap between imported samples: files often hold hourly values. */
const importedGapMs = 65 * 60_000;

/** Returns the row of the state's day for as long as no later sample is known. */
export function rowOfState(state: EnergyState, source: EnergySource): DayRow {
  return rowOf(state.open, state, source);
}

/**
 * Returns the power as the store returns it. `+ 0` as JSON has no minus zero and a stored state must be restored
 * unchanged.
 */
function storedPower(powerW: number | null): number | null {
  return powerW !== null && Number.isFinite(powerW) ? powerW + 0 : null;
}

/** Returns the highest power that is accepted as a value, W. */
export function maxPowerW({ ratedPowerW }: Pick<EnergySource, 'ratedPowerW'>): number {
  return NO_POWER_FROM * ratedPowerW;
}

/**
 * Returns the most energy accepted for a day from any source, Wh: 1.3 times the rated power over its daylight, and one
 * grace.
 */
export function maxDayWh(day: Day, source: EnergySource): number {
  return sunDayAt(dayBounds(day, source.timeZone).startMs, source).maxMicroWh / 1e6;
}

/** Returns the samples sorted by instant, of each instant the first one; all aggregations expect this form. */
export function inOrder<Sample extends EnergySample>(samples: readonly Sample[]): Sample[] {
  const sorted = samples.toSorted((left, right) => left.atMs - right.atMs);
  return sorted.filter((sample, index) => sorted[index - 1]?.atMs !== sample.atMs);
}

/** Returns the energy between `fromMs` and `toMs` under the straight line between two powers. */
function underLine(lastMs: number, lastW: number, atMs: number, powerW: number, fromMs: number, toMs: number): MicroWh {
  const slope = (powerW - lastW) / (atMs - lastMs);
  const middleW = lastW + slope * ((fromMs + toMs) / 2 - lastMs);
  // Production is never negative: an inverter's own consumption at night does not reduce the day.
  return Math.max(0, Math.round((middleW * (toMs - fromMs)) / 3.6));
}

/**
 * Continues from `before` (null: no state) over samples in the form of `inOrder`, all later than it. Returns the rows of
 * every affected day, in order; the first ones may be the day of `before` or days without samples. Each row replaces the
 * stored one. `carry` is the state after the last sample, or `before` when there are no samples.
 */
export function aggregateEnergyDays(
  before: EnergyState | null,
  samples: readonly EnergySample[],
  source: EnergySource,
): { days: DayRow[]; carry: EnergyState | null } {
  if (samples.length === 0) return { days: [], carry: before };
  const aggregation = new Aggregation(before, samples[0]!.atMs, source);
  for (const sample of samples) aggregation.add(sample);
  return aggregation.finish();
}

/** Aggregation in progress. Twenty thousand start per second, so none creates closures. */
class Aggregation {
  readonly #source: EnergySource;
  readonly #maxW: number;
  readonly #grace: MicroWh;
  #sunDay: SunDay;
  #last: EnergyState | null;
  #open: DaySum;
  #counter: CounterState | null;
  #graceLeft: MicroWh;
  /**
   * Energy that this sample may still add: the most that can have been produced since the last reading, and the grace.
   */
  #budget: MicroWh = 0;
  /** Days before that of the newest sample to which its interval still adds, the last sample's day included. */
  #earlier: Map<Day, DaySum> | null = null;
  /** Rows of closed days. */
  #rows: DayRow[] | null = null;

  constructor(before: EnergyState | null, firstMs: number, source: EnergySource) {
    this.#source = source;
    this.#maxW = maxPowerW(source);
    this.#grace = graceOf(source);
    this.#sunDay = sunDayAt(before?.atMs ?? firstMs, source);
    this.#last = before;
    this.#open = before ? copyOf(before.open) : emptyDay(this.#sunDay.day, source);
    this.#counter = before?.counter ?? null;
    this.#graceLeft = before?.graceMicroWh ?? this.#grace;
  }

  add(sample: EnergySample): void {
    const source = this.#source;
    const { atMs, imported = false } = sample;
    const previous = this.#last;
    if (previous && atMs <= previous.atMs) throw new RangeError('samples must be in order and later than the state');
    const reportedW = storedPower(sample.powerW);
    const powerW = reportedW !== null && reportedW > this.#maxW ? null : reportedW;

    const brokeAtMs = breakBetween(source.breaksMs, previous?.atMs, atMs);
    if (brokeAtMs !== null) {
      this.#last = null;
      this.#counter = null;
      this.#graceLeft = this.#grace;
    }
    const crossed = atMs < this.#sunDay.startMs || atMs >= this.#sunDay.endMs;
    if (crossed) {
      // Only this interval can still add to the previous day. Uses a copy, so that the state of its last sample stays unchanged.
      this.#earlier = (this.#earlier ?? new Map<Day, DaySum>()).set(this.#open.day, copyOf(this.#open));
      this.#sunDay = sunDayAt(atMs, source);
      this.#open = emptyDay(this.#sunDay.day, source);
    }

    /** Previous sample; null: none, or a gap lies between. */
    const near = this.#last && atMs - this.#last.atMs <= longestGapMs(this.#last, imported) ? this.#last : null;
    if (near && atMs - near.atMs <= coveredGapMs(near)) this.#cover(near.atMs, atMs, crossed);
    this.#budget = this.#graceLeft + maxEnergyIn(atMs - (this.#counter?.readAtMs ?? this.#last?.atMs ?? atMs), source);
    const isRead = this.#count(readingsOf(sample, source), atMs, powerW, { near, crossed, brokeAtMs });
    if (!isRead && !this.#counter) this.#integrate(near, atMs, powerW, crossed);
    if (isRead || !this.#counter) this.#graceLeft = Math.max(0, Math.min(this.#grace, this.#budget));
    if (this.#earlier) this.#closeDays(this.#earlier, previous);

    const open = this.#open;
    if (powerW !== null && (open.peakW === null || powerW > open.peakW)) {
      open.peakW = powerW;
      open.peakAtMs = atMs;
    }
    open.firstAtMs ??= atMs;
    open.lastAtMs = atMs;
    open.samples++;
    open.imported ||= imported;
    this.#last = { atMs, powerW, imported, counter: this.#counter, graceMicroWh: this.#graceLeft, open };
  }

  finish(): { days: DayRow[]; carry: EnergyState } {
    const state = this.#last!;
    const row = rowOf(state.open, state, this.#source);
    return { days: this.#rows ? [...this.#rows, row] : [row], carry: state };
  }

  #daySum(day: Day): DaySum {
    if (day === this.#open.day) return this.#open;
    this.#earlier ??= new Map();
    let sum = this.#earlier.get(day);
    if (!sum) {
      sum = emptyDay(day, this.#source);
      this.#earlier.set(day, sum);
    }
    return sum;
  }

  #cover(fromMs: number, toMs: number, crossed: boolean): void {
    const source = this.#source;
    if (!crossed) this.#open.coveredMs += coveredMs(this.#sunDay, fromMs, toMs, source);
    else {
      for (const part of dayParts(fromMs, toMs, source.timeZone)) {
        this.#daySum(part.day).coveredMs += coveredMs(sunDayAt(part.fromMs, source), part.fromMs, part.toMs, source);
      }
    }
  }

  /**
   * Adds energy to a day, limited by the budget and by the most that the day can have; no other method does. Returns the
   * added energy. It was produced between the two instants; `isKnown` false: its hours are unknown.
   */
  #grant(sum: DaySum, energy: MicroWh, fromMs: number, toMs: number, isKnown: boolean): MicroWh {
    const source = this.#source;
    const day =
      sum.day === this.#sunDay.day ? this.#sunDay : sunDayAt(dayBounds(sum.day, source.timeZone).startMs, source);
    const granted = Math.max(0, Math.min(energy, this.#budget, day.maxMicroWh - sum.energyMicroWh));
    sum.energyMicroWh += granted;
    if (isKnown) addToHours(sum, granted, fromMs, toMs, source.timeZone);
    this.#budget -= granted;
    return granted;
  }

  /**
   * Adds the energy under the power between the previous sample and this one, if both have power and no gap lies
   * between; returns it.
   */
  #integrate(near: EnergyState | null, atMs: number, powerW: number | null, crossed: boolean): MicroWh {
    if (!near || near.powerW === null || powerW === null) return 0;
    if (!crossed) return this.#addUnderLine(near, near.powerW, atMs, powerW, this.#open, near.atMs, atMs);
    let added = 0;
    for (const { day, fromMs, toMs } of dayParts(near.atMs, atMs, this.#source.timeZone)) {
      added += this.#addUnderLine(near, near.powerW, atMs, powerW, this.#daySum(day), fromMs, toMs);
    }
    return added;
  }

  #addUnderLine(
    last: EnergyState,
    lastW: number,
    atMs: number,
    powerW: number,
    sum: DaySum,
    fromMs: number,
    toMs: number,
  ): MicroWh {
    const energy = this.#grant(sum, underLine(last.atMs, lastW, atMs, powerW, fromMs, toMs), fromMs, toMs, true);
    sum.integratedMicroWh += energy;
    return energy;
  }

  /**
   * Chooses the counter of a sample to read: the followed one for as long as it is reported. While it is missing, the
   * other one is ignored for a while, as both count the same energy and the next reading of the followed counter covers
   * the time between. Only if it stays away is the other one followed; a daily counter only after it must have been
   * reset, so that its value is today's.
   */
  #kindToRead(following: CounterKind | null, { daily, lifetime }: Readings, atMs: number): CounterKind | null {
    const hasDaily = !Number.isNaN(daily);
    const hasLifetime = !Number.isNaN(lifetime);
    // A daily counter gives the energy since dawn, a lifetime counter only a starting value.
    if (following === null) return hasDaily ? 'daily' : hasLifetime ? 'lifetime' : null;
    if (following === 'daily' ? hasDaily : hasLifetime) return following;
    const other = following === 'daily' ? 'lifetime' : 'daily';
    const hasOther = following === 'daily' ? hasLifetime : hasDaily;
    if (!hasOther || atMs - this.#counter!.readAtMs <= maxGapMs) return null;
    if (other === 'lifetime') return other;
    const wakeMs = wakeBefore(atMs, this.#source);
    return wakeMs >= this.#sunDay.startMs && atMs - wakeMs > wakingMs ? other : null;
  }

  /** Adds the energy that a counter gives for the time since its last reading; returns false if no counter is read. */
  #count(
    readings: Readings,
    atMs: number,
    powerW: number | null,
    { near, crossed, brokeAtMs }: { near: EnergyState | null; crossed: boolean; brokeAtMs: number | null },
  ): boolean {
    const source = this.#source;
    const last = this.#last;
    const followed = this.#counter;
    const following = followed ? (followed.kind ?? defaultKind(source)) : null;
    const kind = this.#kindToRead(following, readings, atMs);
    if (kind === null) return false;
    /**
     * The other counter than the followed one: it starts at this sample, and only energy of the day that is not known
     * yet counts.
     */
    const changes = following !== null && kind !== following;
    /** Last or derived reading of the lifetime counter, from which it continues when it returns. */
    const lifetimeMicroWh =
      (following === 'lifetime' ? followed!.readMicroWh : following && followed!.lifetimeMicroWh) ?? null;
    const returns = changes && kind === 'lifetime' && lifetimeMicroWh !== null;
    const before = returns ? onLevel(lifetimeMicroWh, followed!.readAtMs) : changes ? null : followed;
    const read = readings[kind];
    const known = changes ? this.#open.energyMicroWh : last && !crossed ? this.#open.integratedMicroWh : 0;
    const step = before
      ? nextReading(before, read, atMs, last?.powerW ?? null, powerW, source, kind, this.#budget)
      : firstReading(read, atMs, source, kind, known);
    if (!followed) {
      // It covers all the time since dawn, part of which power may have accounted for already.
      const lastDay = crossed && last && last.atMs > step.sinceMs ? this.#daySum(last.open.day).energyMicroWh : 0;
      this.#budget = this.#grace + maxEnergyIn(atMs - step.sinceMs, source) - lastDay - this.#open.energyMicroWh;
    }
    const budget = this.#budget;
    const counter = ofKind(step.state, kind, source);
    this.#counter = counter;
    // Energy counted before a break in history was removed with that history.
    if (brokeAtMs !== null && step.sinceMs < brokeAtMs) step.addMicroWh = 0;
    if (step.addMicroWh === null) counter.levelMicroWh += this.#integrate(near, atMs, powerW, crossed);
    else if (step.addMicroWh > 0) {
      // At most back to the last sample's day: earlier days are closed.
      const lastDayMs = last ? dayBounds(last.open.day, source.timeZone).startMs : -Infinity;
      const sinceMs =
        crossed || !last ? Math.max(step.sinceMs, lastDayMs) : Math.max(step.sinceMs, this.#sunDay.startMs);
      const isKnown = step.untilMs - step.sinceMs <= KNOWN_HOURS_MS;
      if (sinceMs >= this.#sunDay.startMs)
        this.#grant(this.#open, step.addMicroWh, sinceMs, Math.max(sinceMs, step.untilMs), isKnown);
      else {
        const parts = dayParts(sinceMs, Math.max(sinceMs + 1, step.untilMs), source.timeZone);
        const split = spreadBySun(Math.min(step.addMicroWh, Math.max(0, this.#budget)), parts, source);
        for (const [index, { day, fromMs, toMs }] of parts.entries())
          this.#grant(this.#daySum(day), split[index]!, fromMs, toMs, isKnown);
      }
    }
    if (kind === 'daily') {
      // A lifetime counter reported along with it is followed from now on: it has no reset at dawn that could be misjudged.
      if (!Number.isNaN(readings.lifetime))
        this.#counter = ofKind(onLevel(readings.lifetime, atMs), 'lifetime', source);
      else if (lifetimeMicroWh !== null) counter.lifetimeMicroWh = lifetimeMicroWh + budget - this.#budget;
    }
    return true;
  }

  #closeDays(earlier: ReadonlyMap<Day, DaySum>, previous: EnergyState | null): void {
    for (const [day, sum] of [...earlier].sort(byDay)) {
      if (sum.samples === 0 && sum.energyMicroWh === 0 && sum.coveredMs === 0) continue;
      this.#rows ??= [];
      this.#rows.push(rowOf(sum, day === previous?.open.day ? previous : null, this.#source));
    }
    this.#earlier = null;
  }
}

const longestGapMs = (last: EnergyState, imported: boolean): number =>
  imported && last.imported ? importedGapMs : maxGapMs;

/** Samples of a day that show the interval at which its device reports. */
const SHOWING_SAMPLES = 6;
/** An interval up to this length is covered, whatever the interval of the device. */
const COVERED_MS = 10 * 60_000;
/** Longest covered interval as a multiple of the mean interval of the day so far: two missing samples are a gap. */
const COVERED_INTERVALS = 2.5;

/** Returns the longest covered interval after a sample: energy may be known across a gap, but it was not measured there. */
function coveredGapMs({ atMs, open: { firstAtMs, samples } }: EnergyState): number {
  if (firstAtMs === null || samples < SHOWING_SAMPLES) return Number.POSITIVE_INFINITY;
  return Math.max(COVERED_MS, (COVERED_INTERVALS * (atMs - firstAtMs)) / (samples - 1));
}

/** Returns the counter kind of a state without one. */
const defaultKind = ({ counter }: EnergySource): CounterKind => (counter === 'lifetime' ? 'lifetime' : 'daily');

/** Sets the kind of a new state unless it is that of `counterWh`. */
function ofKind(state: CounterState, kind: CounterKind, source: EnergySource): CounterState {
  if (kind !== source.counter) state.kind = kind;
  return state;
}

const byDay = ([left]: [Day, unknown], [right]: [Day, unknown]): number => (left < right ? -1 : 1);

/** Aggregates one sample, as `aggregateEnergyDays` of only that sample. */
export function aggregateSample(
  before: EnergyState | null,
  sample: EnergySample,
  source: EnergySource,
): { days: DayRow[]; carry: EnergyState } {
  const { days, carry } = aggregateEnergyDays(before, [sample], source);
  return { days, carry: carry! };
}
