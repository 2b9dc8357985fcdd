// Energy of a device per local day: a fold over its samples in order of time, continued from one report to the next.

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
export type { DayRow, EnergyState as Carry } from './energyDays.ts';

export interface EnergySample {
  atMs: number;
  powerW: number | null;
  /** Of what it is a counter the source says. */
  counterWh: number | null;
  /** Counters that say themselves what they are, beside or instead of it. */
  counterDayWh?: number | null;
  counterLifeWh?: number | null;
  /** From a file instead of the device: its day is then marked so, and hourly values are no gaps. */
  imported?: boolean;
}

/** Files often hold hourly values. */
const importedGapMs = 65 * 60_000;

/** The row of the carry's day as long as no later sample is known. */
export function rowOfState(carry: EnergyState, source: EnergySource): DayRow {
  return rowOf(carry.open, carry, source);
}

/** Power as the store gives it back. + 0, as JSON has no minus zero and a carry must come back as it was. */
function storedPower(powerW: number | null): number | null {
  return powerW !== null && Number.isFinite(powerW) ? powerW + 0 : null;
}

/** The highest power that is taken for a value. */
export function maxPowerW({ ratedPowerW }: Pick<EnergySource, 'ratedPowerW'>): number {
  return NO_POWER_FROM * ratedPowerW;
}

/** The most energy that is believed of a day, whoever tells it: 1.3 times the rated power over its daylight, and one grace. */
export function maxDayWh(day: Day, source: EnergySource): number {
  return sunDayAt(dayBounds(day, source.timeZone).startMs, source).mostMicroWh / 1e6;
}

/**
 * Which of two samples of the same instant is kept, whatever came first: the one with the greater counter (`counterWh`,
 * then that of its life, then that of the day), then the greater power (none is less than any), then the device's own
 * before an imported one. Negative when `left` is kept.
 */
export function preferSample(left: EnergySample, right: EnergySample): number {
  const greater = (a: number | null, b: number | null): number =>
    a === b ? 0 : (b ?? -Infinity) > (a ?? -Infinity) ? 1 : -1;
  return (
    greater(left.counterWh, right.counterWh) ||
    greater(left.counterLifeWh ?? null, right.counterLifeWh ?? null) ||
    greater(left.counterDayWh ?? null, right.counterDayWh ?? null) ||
    greater(storedPower(left.powerW), storedPower(right.powerW)) ||
    Number(left.imported ?? false) - Number(right.imported ?? false)
  );
}

/** Sorted by instant, one per instant. All folds take samples in this form only. */
export function inOrder<Sample extends EnergySample>(
  samples: readonly Sample[],
  prefer: (left: Sample, right: Sample) => number = preferSample,
): Sample[] {
  const sorted = samples.toSorted((left, right) => left.atMs - right.atMs || prefer(left, right));
  return sorted.filter((sample, index) => sorted[index - 1]?.atMs !== sample.atMs);
}

/** Energy under the straight line between two powers, from one instant on it to another. */
function underLine(lastMs: number, lastW: number, atMs: number, powerW: number, fromMs: number, toMs: number): MicroWh {
  const slope = (powerW - lastW) / (atMs - lastMs);
  const middleW = lastW + slope * ((fromMs + toMs) / 2 - lastMs);
  // production is never negative: an inverter's own use at night is no energy of the day
  return Math.max(0, Math.round((middleW * (toMs - fromMs)) / 3.6));
}

/**
 * Continues from `before` (null: nothing is known) over samples in the form of `inOrder`, all later than it.
 * Gives the rows of every day that it touched, in order; the first may be the day in which `before` stands, or days
 * without samples. Each row replaces the stored one. `carry` is the last row's, or `before` when there are no samples.
 */
export function aggregateEnergyDays(
  before: EnergyState | null,
  samples: readonly EnergySample[],
  source: EnergySource,
): { days: DayRow[]; carry: EnergyState | null } {
  if (samples.length === 0) return { days: [], carry: before };
  const fold = new Aggregation(before, samples[0]!.atMs, source);
  for (const sample of samples) fold.take(sample);
  return fold.end();
}

/** One fold under way; twenty thousand are begun in a second, so that none makes functions of its own. */
class Aggregation {
  readonly #source: EnergySource;
  readonly #mostW: number;
  readonly #grace: MicroWh;
  #sunDay: SunDay;
  #last: EnergyState | null;
  #open: DaySum;
  #counter: CounterState | null;
  #graceLeft: MicroWh;
  /** What this sample may still add, whatever it says: what can have been made since the last reading, and the grace. */
  #left: MicroWh = 0;
  /** Days before the newest sample's that its interval still says something of, the last sample's own included. */
  #earlier: Map<Day, DaySum> | null = null;
  /** Of days that nothing more is said of. */
  #rows: DayRow[] | null = null;

  constructor(before: EnergyState | null, firstMs: number, source: EnergySource) {
    this.#source = source;
    this.#mostW = maxPowerW(source);
    this.#grace = graceOf(source);
    this.#sunDay = sunDayAt(before?.atMs ?? firstMs, source);
    this.#last = before;
    this.#open = before ? copyOf(before.open) : emptyDay(this.#sunDay.day, source);
    this.#counter = before?.counter ?? null;
    this.#graceLeft = before?.graceMicroWh ?? this.#grace;
  }

  take(sample: EnergySample): void {
    const source = this.#source;
    const { atMs, imported = false } = sample;
    const leftBehind = this.#last;
    if (leftBehind && atMs <= leftBehind.atMs)
      throw new RangeError('samples must be in order and later than the carry');
    const told = storedPower(sample.powerW);
    const powerW = told !== null && told > this.#mostW ? null : told;

    const brokeAtMs = breakBetween(source.breaksMs, leftBehind?.atMs, atMs);
    if (brokeAtMs !== null) {
      this.#last = null;
      this.#counter = null;
      this.#graceLeft = this.#grace;
    }
    const crossed = atMs < this.#sunDay.startMs || atMs >= this.#sunDay.endMs;
    if (crossed) {
      // only this one interval can still add to the day left behind, and not to the carry of its last sample: a copy
      this.#earlier = (this.#earlier ?? new Map<Day, DaySum>()).set(this.#open.day, copyOf(this.#open));
      this.#sunDay = sunDayAt(atMs, source);
      this.#open = emptyDay(this.#sunDay.day, source);
    }

    /** The sample before; null: there is none, or a gap lies between. */
    const near = this.#last && atMs - this.#last.atMs <= longestGapMs(this.#last, imported) ? this.#last : null;
    if (near) this.#cover(near.atMs, atMs, crossed);
    this.#left = this.#graceLeft + maxEnergyIn(atMs - (this.#counter?.readAtMs ?? this.#last?.atMs ?? atMs), source);
    const isRead = this.#count(readingsOf(sample, source), atMs, powerW, { near, crossed, brokeAtMs });
    if (!isRead && !this.#counter) this.#integrate(near, atMs, powerW, crossed);
    if (isRead || !this.#counter) this.#graceLeft = Math.max(0, Math.min(this.#grace, this.#left));
    if (this.#earlier) this.#closeDays(this.#earlier, leftBehind);

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

  end(): { days: DayRow[]; carry: EnergyState } {
    const carry = this.#last!;
    const row = rowOf(carry.open, carry, this.#source);
    return { days: this.#rows ? [...this.#rows, row] : [row], carry };
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
   * The only place where a day gets energy: no more than the budget and the day itself can hold. Gives how much it got,
   * between these instants; `isKnown` false: nobody knows its hours.
   */
  #grant(sum: DaySum, energy: MicroWh, fromMs: number, toMs: number, isKnown: boolean): MicroWh {
    const source = this.#source;
    const day =
      sum.day === this.#sunDay.day ? this.#sunDay : sunDayAt(dayBounds(sum.day, source.timeZone).startMs, source);
    const granted = Math.max(0, Math.min(energy, this.#left, day.mostMicroWh - sum.energyMicroWh));
    sum.energyMicroWh += granted;
    if (isKnown) addToHours(sum, granted, fromMs, toMs, source.timeZone);
    this.#left -= granted;
    return granted;
  }

  /** Power between the sample before and this one, where both tell it and no gap lies between; gives what it added. */
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
   * Which counter of a sample is read: the one that is followed as long as it is told. Where it is not, the other says
   * nothing new for a while, as both count the same energy: what the one that is followed says next spans the time.
   * Only when it stays away is the other followed: that of the day once it must have started over, so that it is today's.
   */
  #kindToRead(following: CounterKind | null, { daily, lifetime }: Readings, atMs: number): CounterKind | null {
    const tellsDaily = !Number.isNaN(daily);
    const tellsLifetime = !Number.isNaN(lifetime);
    // A counter of the day says what was made since dawn, one of life only where it begins.
    if (following === null) return tellsDaily ? 'daily' : tellsLifetime ? 'lifetime' : null;
    if (following === 'daily' ? tellsDaily : tellsLifetime) return following;
    const other = following === 'daily' ? 'lifetime' : 'daily';
    const tellsOther = following === 'daily' ? tellsLifetime : tellsDaily;
    if (!tellsOther || atMs - this.#counter!.readAtMs <= maxGapMs) return null;
    if (other === 'lifetime') return other;
    const wakeMs = wakeBefore(atMs, this.#source);
    return wakeMs >= this.#sunDay.startMs && atMs - wakeMs > wakingMs ? other : null;
  }

  /** What a counter says of the time since it was read last; false: none is read. */
  #count(
    readings: Readings,
    atMs: number,
    powerW: number | null,
    { near, crossed, brokeAtMs }: { near: EnergyState | null; crossed: boolean; brokeAtMs: number | null },
  ): boolean {
    const source = this.#source;
    const last = this.#last;
    const followed = this.#counter;
    const following = followed ? (followed.kind ?? usualKind(source)) : null;
    const kind = this.#kindToRead(following, readings, atMs);
    if (kind === null) return false;
    /** The other counter than the one that was followed: it begins here, and of the day only what is not known yet counts. */
    const changes = following !== null && kind !== following;
    /** What the counter of life read last, or must have read: it goes on from there when it comes back. */
    const lifetimeMicroWh =
      (following === 'lifetime' ? followed!.readMicroWh : following && followed!.lifetimeMicroWh) ?? null;
    const comesBack = changes && kind === 'lifetime' && lifetimeMicroWh !== null;
    const before = comesBack ? onLevel(lifetimeMicroWh, followed!.readAtMs) : changes ? null : followed;
    const read = readings[kind];
    const known = changes ? this.#open.energyMicroWh : last && !crossed ? this.#open.integratedMicroWh : 0;
    const step = before
      ? nextReading(before, read, atMs, last?.powerW ?? null, powerW, source, kind, this.#left)
      : firstReading(read, atMs, source, kind, known);
    if (!followed) {
      // it speaks of all the time since dawn, of which power may have given some already
      const lastDay = crossed && last && last.atMs > step.sinceMs ? this.#daySum(last.open.day).energyMicroWh : 0;
      this.#left = this.#grace + maxEnergyIn(atMs - step.sinceMs, source) - lastDay - this.#open.energyMicroWh;
    }
    const budget = this.#left;
    const counter = ofKind(step.state, kind, source);
    this.#counter = counter;
    // What it counted before its history breaks off went with that.
    if (brokeAtMs !== null && step.sinceMs < brokeAtMs) step.addMicroWh = 0;
    if (step.addMicroWh === null) counter.levelMicroWh += this.#integrate(near, atMs, powerW, crossed);
    else if (step.addMicroWh > 0) {
      // not further back than the last sample's day: the days before that one are closed
      const lastDayMs = last ? dayBounds(last.open.day, source.timeZone).startMs : -Infinity;
      const sinceMs =
        crossed || !last ? Math.max(step.sinceMs, lastDayMs) : Math.max(step.sinceMs, this.#sunDay.startMs);
      const isKnown = step.untilMs - step.sinceMs <= KNOWN_HOURS_MS;
      if (sinceMs >= this.#sunDay.startMs)
        this.#grant(this.#open, step.addMicroWh, sinceMs, Math.max(sinceMs, step.untilMs), isKnown);
      else {
        const parts = dayParts(sinceMs, Math.max(sinceMs + 1, step.untilMs), source.timeZone);
        const split = spreadBySun(Math.min(step.addMicroWh, Math.max(0, this.#left)), parts, source);
        for (const [index, { day, fromMs, toMs }] of parts.entries())
          this.#grant(this.#daySum(day), split[index]!, fromMs, toMs, isKnown);
      }
    }
    if (kind === 'daily') {
      // Told with it, the counter of life goes on from here: it has no dawn to be mistaken about.
      if (!Number.isNaN(readings.lifetime))
        this.#counter = ofKind(onLevel(readings.lifetime, atMs), 'lifetime', source);
      else if (lifetimeMicroWh !== null) counter.lifetimeMicroWh = lifetimeMicroWh + budget - this.#left;
    }
    return true;
  }

  #closeDays(earlier: ReadonlyMap<Day, DaySum>, leftBehind: EnergyState | null): void {
    for (const [day, sum] of [...earlier].sort(byDay)) {
      if (sum.samples === 0 && sum.energyMicroWh === 0 && sum.coveredMs === 0) continue;
      this.#rows ??= [];
      this.#rows.push(rowOf(sum, day === leftBehind?.open.day ? leftBehind : null, this.#source));
    }
    this.#earlier = null;
  }
}

const longestGapMs = (last: EnergyState, imported: boolean): number =>
  imported && last.imported ? importedGapMs : maxGapMs;

/** Which counter a state without a kind is of. */
const usualKind = ({ counter }: EnergySource): CounterKind => (counter === 'lifetime' ? 'lifetime' : 'daily');

/** A new state, told apart from that of what `counterWh` counts. */
function ofKind(state: CounterState, kind: CounterKind, source: EnergySource): CounterState {
  if (kind !== source.counter) state.kind = kind;
  return state;
}

const byDay = ([left]: [Day, unknown], [right]: [Day, unknown]): number => (left < right ? -1 : 1);

/** One sample, in order: the same as `aggregateEnergyDays` of it alone. */
export function aggregateSample(
  carry: EnergyState | null,
  sample: EnergySample,
  source: EnergySource,
): { days: DayRow[]; carry: EnergyState } {
  const { days, carry: after } = aggregateEnergyDays(carry, [sample], source);
  return { days, carry: after! };
}
