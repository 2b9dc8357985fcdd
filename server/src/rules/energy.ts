// Energy of a device per local day: a fold over its samples in order of time, continued from one report to the next.
import { addToHours, copyOf, KNOWN_HOURS_MS } from './clockHours.ts';
import { type Readings, readingsOf, sourcesOf } from './counterReadings.ts';
import {
  breakBetween,
  type CounterKind,
  type CounterState,
  type EnergySource,
  firstReading,
  graceOf,
  type MicroWh,
  maxGapMs,
  mostMadeIn,
  NO_POWER_FROM,
  nextReading,
  onLevel,
  wakingMs,
} from './counterStep.ts';
import { type Carry, type DayRow, type DaySum, emptyDay, rowOf } from './energyDays.ts';
import { type Day, dayBounds } from './localDays.ts';
import { coveredMs, sunDayAt } from './sunDay.ts';
import { type DayPart, dayParts, spreadBySun, sunOf } from './sunDays.ts';

export type { EnergySource } from './counterStep.ts';
export type { Carry, DayRow } from './energyDays.ts';

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
export function rowOfCarry(carry: Carry, source: EnergySource): DayRow {
  return rowOf(carry.open, carry, source);
}

/** Power as the store gives it back. + 0, as JSON has no minus zero and a carry must come back as it was. */
function storedPower(powerW: number | null): number | null {
  return powerW !== null && Number.isFinite(powerW) ? powerW + 0 : null;
}

/** The highest power that is taken for a value. */
export function mostPowerW({ ratedPowerW }: Pick<EnergySource, 'ratedPowerW'>): number {
  return NO_POWER_FROM * ratedPowerW;
}

/** The most energy that is believed of a day, whoever tells it: 1.3 times the rated power over its daylight, and one grace. */
export function mostOfDayWh(day: Day, source: EnergySource): number {
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
function underLine(
  last: { atMs: number; powerW: number },
  to: { atMs: number; powerW: number },
  part: DayPart,
): MicroWh {
  const slope = (to.powerW - last.powerW) / (to.atMs - last.atMs);
  const middleW = last.powerW + slope * ((part.fromMs + part.toMs) / 2 - last.atMs);
  // production is never negative: an inverter's own use at night is no energy of the day
  return Math.max(0, Math.round((middleW * (part.toMs - part.fromMs)) / 3.6));
}

/**
 * Continues from `before` (null: nothing is known) over samples in the form of `inOrder`, all later than it.
 * Gives the rows of every day that it touched, in order; the first may be the day in which `before` stands, or days
 * without samples. Each row replaces the stored one. `carry` is the last row's, or `before` when there are no samples.
 */
export function foldDays(
  before: Carry | null,
  samples: readonly EnergySample[],
  source: EnergySource,
): { days: DayRow[]; carry: Carry | null } {
  if (samples.length === 0) return { days: [], carry: before };
  const sun = sunOf(source);
  const days: DayRow[] = [];
  let sunDay = sunDayAt(before?.atMs ?? samples[0]!.atMs, source);
  let last = before;
  let open: DaySum = before ? copyOf(before.open) : emptyDay(sunDay.day, source);
  let counter = before?.counter ?? null;
  const grace = graceOf(source);
  let graceLeft = before?.graceMicroWh ?? grace;
  /** What this sample may still add, whatever it says: what can have been made since the last reading, and the grace. */
  let left = 0;
  const mostW = mostPowerW(source);
  /** Days before the newest sample's that its interval still says something of, the last sample's own included. */
  let earlier: Map<Day, DaySum> | null = null;

  const daySum = (day: Day): DaySum => {
    if (day === open.day) return open;
    earlier ??= new Map();
    let sum = earlier.get(day);
    if (!sum) {
      sum = emptyDay(day, source);
      earlier.set(day, sum);
    }
    return sum;
  };

  /**
   * The only place where a day gets energy: no more than the budget and the day itself can hold. Gives how much it got,
   * `within` these instants; null: nobody knows its hours.
   */
  const grant = (sum: DaySum, energy: MicroWh, within: { fromMs: number; toMs: number } | null): MicroWh => {
    const day = sum.day === sunDay.day ? sunDay : sunDayAt(dayBounds(sum.day, source.timeZone).startMs, source);
    const granted = Math.max(0, Math.min(energy, left, day.mostMicroWh - sum.energyMicroWh));
    sum.energyMicroWh += granted;
    if (within) addToHours(sum, granted, within.fromMs, within.toMs, source.timeZone);
    left -= granted;
    return granted;
  };

  /** Which counter a state without a kind is of. */
  const usual: CounterKind = source.counter === 'lifetime' ? 'lifetime' : 'daily';
  const stateOf = (state: CounterState, kind: CounterKind): CounterState =>
    kind === source.counter ? state : { ...state, kind };
  const sources = sourcesOf(source);

  /**
   * Which counter of a sample is read: the one that is followed as long as it is told. Where it is not, the other says
   * nothing new for a while, as both count the same energy: what the one that is followed says next spans the time.
   * Only when it stays away is the other followed: that of the day once it must have started over, so that it is today's.
   */
  function kindToRead(following: CounterKind | null, { daily, lifetime }: Readings, atMs: number): CounterKind | null {
    const told = { daily: !Number.isNaN(daily), lifetime: !Number.isNaN(lifetime) };
    // A counter of the day says what was made since dawn, one of life only where it begins.
    if (following === null) return told.daily ? 'daily' : told.lifetime ? 'lifetime' : null;
    if (told[following]) return following;
    const other = following === 'daily' ? 'lifetime' : 'daily';
    if (!told[other] || atMs - counter!.readAtMs <= maxGapMs) return null;
    if (other === 'lifetime') return other;
    const wakeMs = sun.wakeBefore(atMs);
    return wakeMs >= sunDay.startMs && atMs - wakeMs > wakingMs ? other : null;
  }

  for (const sample of samples) {
    const { atMs } = sample;
    if (last && atMs <= last.atMs) throw new RangeError('samples must be in order and later than the carry');
    const told = storedPower(sample.powerW);
    const powerW = told !== null && told > mostW ? null : told;
    const readings = readingsOf(sample, source);
    const imported = sample.imported ?? false;

    const leftBehind = last;
    const brokeAtMs = breakBetween(source.breaksMs, last?.atMs, atMs);
    if (brokeAtMs !== null) {
      last = null;
      counter = null;
      graceLeft = grace;
    }
    const crossed = atMs < sunDay.startMs || atMs >= sunDay.endMs;
    if (crossed) {
      // only this one interval can still add to the day left behind, and not to the carry of its last sample: a copy
      earlier = (earlier ?? new Map<Day, DaySum>()).set(open.day, copyOf(open));
      sunDay = sunDayAt(atMs, source);
      open = emptyDay(sunDay.day, source);
    }

    if (last && atMs - last.atMs <= (imported && last.imported ? importedGapMs : maxGapMs)) {
      if (!crossed) open.coveredMs += coveredMs(sunDay, last.atMs, atMs, source);
      else {
        for (const part of dayParts(last.atMs, atMs, source.timeZone)) {
          daySum(part.day).coveredMs += coveredMs(sunDayAt(part.fromMs, source), part.fromMs, part.toMs, source);
        }
      }
    }

    left = graceLeft + mostMadeIn(atMs - (counter?.readAtMs ?? last?.atMs ?? atMs), source);
    const following = counter ? (counter.kind ?? usual) : null;
    const kind = kindToRead(following, readings, atMs);
    const isRead = kind !== null;
    /** The other counter than the one that was followed: it begins here, and of the day only what is not known yet counts. */
    const changes = isRead && following !== null && kind !== following;
    /** What the counter of life read last, or must have read: it goes on from there when it comes back. */
    const lifetimeMicroWh =
      (following === 'lifetime' ? counter!.readMicroWh : following && counter!.lifetimeMicroWh) ?? null;
    const comesBack = changes && kind === 'lifetime' && lifetimeMicroWh !== null;
    const before = comesBack ? onLevel(lifetimeMicroWh, counter!.readAtMs) : changes ? null : counter;

    /** Power between the last sample and this one, where both tell it and no gap lies between; gives what it added. */
    const integrate = (): MicroWh => {
      if (!last || last.powerW === null || powerW === null) return 0;
      if (atMs - last.atMs > (imported && last.imported ? importedGapMs : maxGapMs)) return 0;
      const from = { atMs: last.atMs, powerW: last.powerW };
      const parts = crossed
        ? dayParts(last.atMs, atMs, source.timeZone)
        : [{ day: open.day, fromMs: last.atMs, toMs: atMs }];
      let added = 0;
      for (const part of parts) {
        const sum = daySum(part.day);
        const energy = grant(sum, underLine(from, { atMs, powerW }, part), part);
        sum.integratedMicroWh += energy;
        added += energy;
      }
      return added;
    };

    if (isRead) {
      const read = readings[kind];
      const known = changes ? open.energyMicroWh : last && !crossed ? open.integratedMicroWh : 0;
      const step = before
        ? nextReading(before, read, atMs, last?.powerW ?? null, powerW, sources[kind], sun, left)
        : firstReading(read, atMs, sources[kind], sun, known);
      if (!counter) {
        // it speaks of all the time since dawn, of which power may have given some already
        const lastDay = crossed && last && last.atMs > step.sinceMs ? daySum(last.open.day).energyMicroWh : 0;
        left = grace + mostMadeIn(atMs - step.sinceMs, source) - lastDay - open.energyMicroWh;
      }
      const budget = left;
      counter = stateOf(step.state, kind);
      // What it counted before its history breaks off went with that.
      if (brokeAtMs !== null && step.sinceMs < brokeAtMs) step.addMicroWh = 0;
      if (step.addMicroWh === null) counter.levelMicroWh += integrate();
      else if (step.addMicroWh > 0) {
        // not further back than the last sample's day: the days before that one are closed
        const lastDayMs = last ? dayBounds(last.open.day, source.timeZone).startMs : -Infinity;
        const sinceMs = crossed || !last ? Math.max(step.sinceMs, lastDayMs) : Math.max(step.sinceMs, sunDay.startMs);
        const isKnown = step.untilMs - step.sinceMs <= KNOWN_HOURS_MS;
        if (sinceMs >= sunDay.startMs)
          grant(open, step.addMicroWh, isKnown ? { fromMs: sinceMs, toMs: Math.max(sinceMs, step.untilMs) } : null);
        else {
          const parts = dayParts(sinceMs, Math.max(sinceMs + 1, step.untilMs), source.timeZone);
          const split = spreadBySun(Math.min(step.addMicroWh, Math.max(0, left)), parts, source);
          for (const [index, part] of parts.entries()) grant(daySum(part.day), split[index]!, isKnown ? part : null);
        }
      }
      if (kind === 'daily') {
        // Told with it, the counter of life goes on from here: it has no dawn to be mistaken about.
        if (!Number.isNaN(readings.lifetime)) counter = stateOf(onLevel(readings.lifetime, atMs), 'lifetime');
        else if (lifetimeMicroWh !== null) counter.lifetimeMicroWh = lifetimeMicroWh + budget - left;
      }
    } else if (!counter) integrate();
    if (isRead || !counter) graceLeft = Math.max(0, Math.min(grace, left));

    if (earlier) {
      for (const [day, sum] of [...earlier].sort(byDay)) {
        if (sum.samples > 0 || sum.energyMicroWh > 0 || sum.coveredMs > 0) {
          days.push(rowOf(sum, day === leftBehind?.open.day ? leftBehind : null, source));
        }
      }
      earlier = null;
    }

    if (powerW !== null && (open.peakW === null || powerW > open.peakW)) {
      open.peakW = powerW;
      open.peakAtMs = atMs;
    }
    open.firstAtMs ??= atMs;
    open.lastAtMs = atMs;
    open.samples++;
    open.imported ||= imported;
    last = { atMs, powerW, imported, counter, graceMicroWh: graceLeft, open };
  }
  const carry = { ...last!, open: copyOf(open) };
  days.push(rowOf(open, carry, source));
  return { days, carry };
}

const byDay = ([left]: [Day, unknown], [right]: [Day, unknown]): number => (left < right ? -1 : 1);

/** One sample, in order: the same as `foldDays` of it alone. */
export function foldSample(
  carry: Carry | null,
  sample: EnergySample,
  source: EnergySource,
): { days: DayRow[]; carry: Carry } {
  const { days, carry: after } = foldDays(carry, [sample], source);
  return { days, carry: after! };
}
