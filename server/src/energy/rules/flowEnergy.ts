// Aggregates samples of a device into the energy of one flow (grid import, battery charge ...) per local day, in order of time, as energy/rules/deviceEnergy.ts does for production.

import { dayAt } from '../../platform/calendar/rules/localDays.ts';
import { copyOf, KNOWN_HOURS_MS } from './clockHours.ts';
import { breakBetween, type MicroWh, maxGapMs, microWh } from './counterStep.ts';
import { addEnergy, graceOf } from './flowCounter.ts';
import { emptyDay, type FlowRow, type FlowSource, type FlowState, rowOf, rowOfFlowState } from './flowDays.ts';
import { acceptPower, type FlowPower, NO_POWERS } from './flowPowers.ts';
import {
  energyUnder,
  type FlowProgress,
  type LinePart,
  openDay,
  partsUntil,
  sumAt,
  sumOf,
  totalOf,
} from './flowProgress.ts';
import type { FlowSample } from './flowSamples.ts';

/** An error of transmission is bridged up to as many of the longest gaps. */
const MAX_BRIDGED_GAPS = 3;

/** A sample, with its counter in microwatt-hours. */
interface Reported {
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
    powers: before?.powers ?? NO_POWERS,
    underLine: [],
    steadyMicroWh: 0,
    expectedW: null,
    graceLeft: before?.graceMicroWh ?? grace,
    earlier: new Map(),
  };
  const days: FlowRow[] = [];
  let state = before;
  for (const sample of samples) state = addSample(progress, sample, days);
  if (state) days.push(rowOfFlowState(state, source));
  return { days, carry: state };
}

/** Adds one sample, appends the days that it closes to `days`, and returns the new state. */
function addSample(progress: FlowProgress, sample: FlowSample, days: FlowRow[]): FlowState {
  const { source, last: previous } = progress;
  if (previous && sample.atMs <= previous.atMs)
    throw new RangeError('samples must be in order and later than the state');
  const reported = reportedOf(sample);
  const { atMs, imported } = reported;
  if (breakBetween(source.breaksMs, previous?.atMs, atMs) !== null) {
    progress.last = null;
    progress.counter = null;
    progress.powers = NO_POWERS;
    progress.graceLeft = progress.grace;
  }
  openDay(progress, atMs);
  addPower(progress, reported);
  const counted = addEnergy(progress, atMs, reported.readMicroWh);
  addCoverage(progress, reported, counted);
  closeEarlierDays(progress, previous, days);
  const { open } = progress;
  open.samples++;
  open.counted ||= reported.readMicroWh !== null;
  open.imported ||= imported;
  const { powers, counter } = progress;
  progress.last = { atMs, powers, imported, counter, graceMicroWh: progress.graceLeft, open };
  return progress.last;
}

function reportedOf({ atMs, powerW, counterWh, imported = false }: FlowSample): Reported {
  return {
    atMs,
    imported,
    // `+ 0` turns minus zero into zero.
    powerW: powerW !== null && Number.isFinite(powerW) ? powerW + 0 : null,
    readMicroWh: counterWh !== null && counterWh >= 0 ? microWh(counterWh) : null,
  };
}

/** Judges the power of a sample, and notes the energy that flowed under the plausible ones. */
function addPower(progress: FlowProgress, { atMs, powerW, imported }: Reported): void {
  const { last, counter, source } = progress;
  const gapMs = imported && last?.imported ? KNOWN_HOURS_MS : maxGapMs;
  const { plausible } = progress.powers;
  const isBroken = plausible && (atMs - last!.atMs > gapMs || atMs - plausible.atMs > MAX_BRIDGED_GAPS * gapMs);
  const before = isBroken ? { ...progress.powers, plausible: null } : progress.powers;
  const { powers, lines, rejectedMs } = acceptPower(before, atMs, powerW, source.mostPowerW);
  for (const errorMs of rejectedMs) sumAt(progress, errorMs).rejectedPowers++;
  const from = before.plausible;
  progress.expectedW = from && powerW !== null ? Math.max(0, from.powerW, powers.plausible!.powerW) : null;
  progress.powers = powers;
  const sinceMs = counter?.atMs ?? Number.NEGATIVE_INFINITY;
  const underLine: LinePart[] = [];
  progress.steadyMicroWh = 0;
  for (const line of lines) {
    const [start, end] = line;
    if (start !== from && end.atMs - start.atMs > gapMs) continue;
    const parts = energyUnder(progress, line, sinceMs);
    progress.steadyMicroWh += Math.min(totalOf(parts), steadyBelow(line));
    underLine.push(...parts);
  }
  progress.underLine = underLine;
}

/** Returns the energy between two powers if the lower one had lasted. */
const steadyBelow = ([from, to]: readonly [FlowPower, FlowPower]): MicroWh =>
  Math.round((Math.max(0, Math.min(from.powerW, to.powerW)) * (to.atMs - from.atMs)) / 3.6);

const hasPower = ({ powers: { plausible, doubtful } }: FlowState | FlowProgress): boolean =>
  plausible !== null || doubtful.length > 0;

/** Adds the time since the last sample to the covered time of its days, unless it is a gap. */
function addCoverage(progress: FlowProgress, { atMs, powerW, imported }: Reported, counted: boolean): void {
  const { last } = progress;
  if (!last || !(counted || (hasPower(last) && powerW !== null))) return;
  const gapMs = counted || (imported && last.imported) ? KNOWN_HOURS_MS : maxGapMs;
  if (atMs - last.atMs > gapMs) return;
  for (const part of partsUntil(progress, last.atMs, atMs))
    sumOf(progress, part.day).coveredMs += part.toMs - part.fromMs;
}

/** Appends the days before the open one to `days`, in order, except empty ones. */
function closeEarlierDays(
  { earlier, powers, source }: FlowProgress,
  previous: FlowState | null,
  days: FlowRow[],
): void {
  if (earlier.size === 0) return;
  const closed = [...earlier.values()].toSorted((left, right) => (left.day < right.day ? -1 : 1));
  for (const sum of closed)
    if (sum.samples > 0 || sum.counted || sum.energyMicroWh > 0 || sum.coveredMs > 0)
      days.push(rowOf(sum, sum.day === previous?.open.day ? previous : null, powers.heldW, source));
  earlier.clear();
}
