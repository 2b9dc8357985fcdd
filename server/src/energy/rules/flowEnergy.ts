// Energy of one flow (from the grid, into a battery ...) of a device per local day: a fold over its samples in order of time, as energy/rules/deviceEnergy.ts is one of production.

import { type Day, dayAt, dayBounds } from '../../platform/calendar/rules/localDays.ts';
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
  carryAfter: FlowCarry | null;
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
export interface FlowCarry {
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

function rowOf(sum: FlowSum, carryAfter: FlowCarry | null): FlowRow {
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
export function rowOfFlowCarry(carry: FlowCarry): FlowRow {
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

/**
 * Continues from `before` (null: nothing is known) over samples in order of time, one per instant, all later than it.
 * Gives the rows of every day that it touched, in order; the first may be the day in which `before` stands, or days
 * without samples. Each row replaces the stored one. `carry` is the last row's, or `before` when there are no samples.
 */
export function foldFlow(
  before: FlowCarry | null,
  samples: readonly FlowSample[],
  source: FlowSource,
): { days: FlowRow[]; carry: FlowCarry | null } {
  if (samples.length === 0) return { days: [], carry: before };
  const { timeZone, mostPowerW } = source;
  const days: FlowRow[] = [];
  const grace = graceOf(source);
  let last = before;
  let bounds = dayAt(before?.atMs ?? samples[0]!.atMs, timeZone);
  let open: FlowSum = before ? copyOf(before.open) : emptyDay(bounds.day, source);
  let counter = before?.counter ?? null;
  let graceLeft = before?.graceMicroWh ?? grace;
  /** Days before the newest sample's that its interval still says something of, the last sample's own included. */
  const earlier = new Map<Day, FlowSum>();

  const sumOf = (day: Day): FlowSum => {
    if (day === open.day) return open;
    let sum = earlier.get(day);
    if (!sum) {
      sum = emptyDay(day, source);
      earlier.set(day, sum);
    }
    return sum;
  };

  for (const sample of samples) {
    const { atMs } = sample;
    if (last && atMs <= last.atMs) throw new RangeError('samples must be in order and later than the carry');
    const imported = sample.imported ?? false;
    const told = sample.powerW !== null && Number.isFinite(sample.powerW) ? sample.powerW + 0 : null;
    const powerW = told !== null && Math.abs(told) > mostPowerW ? null : told;
    const read = sample.counterWh !== null && sample.counterWh >= 0 ? microWh(sample.counterWh) : null;
    const leftBehind = last;
    if (breakBetween(source.breaksMs, last?.atMs, atMs) !== null) {
      last = null;
      counter = null;
      graceLeft = grace;
    }
    const crossed = atMs < bounds.startMs || atMs >= bounds.endMs;
    if (crossed) {
      // only this one interval can still add to the day left behind, and not to the carry of its last sample: a copy
      earlier.set(open.day, copyOf(open));
      bounds = dayAt(atMs, timeZone);
      open = emptyDay(bounds.day, source);
    }
    /** The time since the last sample by day. */
    const parts = (fromMs: number): DayPart[] =>
      fromMs >= bounds.startMs ? [{ day: open.day, fromMs, toMs: atMs }] : dayParts(fromMs, atMs, timeZone);

    /** Power between the last sample and this one, where both tell it and no gap lies between; gives what it told. */
    const integrate = (adds = true): MicroWh => {
      if (!last || last.powerW === null || powerW === null) return 0;
      if (atMs - last.atMs > (imported && last.imported ? countedGapMs : maxGapMs)) return 0;
      const from = { atMs: last.atMs, powerW: last.powerW };
      let added = 0;
      for (const part of parts(last.atMs)) {
        const energy = aboveZero(from, { atMs, powerW }, part);
        if (!adds) {
          added += energy;
          continue;
        }
        const sum = sumOf(part.day);
        sum.energyMicroWh += energy;
        sum.integratedMicroWh += energy;
        addToHours(sum, energy, part.fromMs, part.toMs, timeZone);
        added += energy;
      }
      return added;
    };

    const mostSince = (from: FlowReading): MicroWh => {
      const elapsedMs = atMs - from.atMs;
      const isShown = last && last.powerW !== null && powerW !== null && from.atMs === last.atMs;
      const shownW = isShown
        ? suddenW + suddenTimes * Math.max(Math.abs(last!.powerW!), Math.abs(powerW!))
        : mostPowerW;
      return mostIn(elapsedMs, Math.min(mostPowerW, shownW));
    };
    const follows = (from: FlowReading | null): from is FlowReading =>
      from !== null && read! >= from.readMicroWh && read! - from.readMicroWh <= mostSince(from) + graceLeft;

    /** The reading continues this one: their difference, less what is in the days already, spread over the time between. */
    const continueFrom = (from: FlowReading): void => {
      const rise = read! - from.readMicroWh;
      graceLeft = Math.min(grace, Math.max(0, graceLeft + mostSince(from) - rise));
      const rest = Math.max(0, rise - from.addedMicroWh);
      // not further back than the last sample's day: the days before that one are closed
      const sinceMs = Math.max(from.atMs, dayBounds(last!.open.day, timeZone).startMs);
      const outage = atMs - from.atMs > countedGapMs;
      let given = 0;
      for (const part of parts(sinceMs)) {
        const upTo = part.toMs === atMs ? rest : Math.round((rest * (part.toMs - sinceMs)) / (atMs - sinceMs));
        const sum = sumOf(part.day);
        sum.energyMicroWh += upTo - given;
        if (outage) sum.spreadMicroWh += upTo - given;
        else addToHours(sum, upTo - given, part.fromMs, part.toMs, timeZone);
        sum.counted = true;
        given = upTo;
      }
      counter = { atMs, readMicroWh: read!, addedMicroWh: Math.max(0, from.addedMicroWh - rise), doubt: null };
      if (rise > 0) return;
      const still = (state?.stillMicroWh ?? 0) + integrate(false);
      if (still > 0) counter.stillMicroWh = still;
      // should it rise after all, what power has added is in its difference already
      if (still > microWh(stillWh)) counter.addedMicroWh += integrate();
    };

    const state: FlowCounter | null = counter;
    let counted = false;
    if (read !== null && state) {
      const { doubt } = state;
      // after a reading that was too high, what follows it is another counter; after one that fell, what follows the one
      // before it shows that it was an error of the wire, if it comes soon
      const wasError = doubt !== null && doubt.readMicroWh < state.readMicroWh && atMs - doubt.atMs <= returnMs;
      const candidates = doubt === null || wasError ? [state, doubt] : [doubt, state];
      const from = candidates.find(follows);
      counted = from !== undefined;
      if (from) continueFrom(from);
      else {
        const added = integrate();
        const at: FlowReading = { atMs, readMicroWh: read, addedMicroWh: 0 };
        counter = { ...state, addedMicroWh: state.addedMicroWh + added, doubt: at };
      }
    } else {
      const added = integrate();
      if (read !== null) counter = { atMs, readMicroWh: read, addedMicroWh: 0, doubt: null };
      else if (state) {
        const { doubt } = state;
        counter = {
          ...state,
          addedMicroWh: state.addedMicroWh + added,
          doubt: doubt && { ...doubt, addedMicroWh: doubt.addedMicroWh + added },
        };
      }
    }

    if (last && (counted || (last.powerW !== null && powerW !== null))) {
      const gapMs = counted || (imported && last.imported) ? countedGapMs : maxGapMs;
      if (atMs - last.atMs <= gapMs)
        for (const part of parts(last.atMs)) sumOf(part.day).coveredMs += part.toMs - part.fromMs;
    }

    if (earlier.size > 0) {
      for (const day of [...earlier.keys()].sort()) {
        const sum = earlier.get(day)!;
        if (sum.samples > 0 || sum.counted || sum.energyMicroWh > 0 || sum.coveredMs > 0)
          days.push(rowOf(sum, day === leftBehind?.open.day ? leftBehind : null));
      }
      earlier.clear();
    }
    open.samples++;
    open.counted ||= read !== null;
    open.imported ||= imported;
    last = { atMs, powerW, imported, counter, graceMicroWh: graceLeft, open };
  }
  const carry = last!;
  days.push(rowOf(open, carry));
  return { days, carry };
}
