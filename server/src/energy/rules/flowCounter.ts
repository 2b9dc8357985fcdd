// Energy of a flow from its counter: a reading that its power does not explain counts once the next reading confirms it.

import { addToHours, KNOWN_HOURS_MS } from './clockHours.ts';
import { type MicroWh, microWh } from './counterStep.ts';
import type { FlowCounter, FlowReading, FlowSource } from './flowDays.ts';
import { powerBoundW } from './flowPowers.ts';
import {
  addIntegrated,
  type FlowProgress,
  integrate,
  openSince,
  spreadEvenly,
  sumAt,
  totalOf,
} from './flowProgress.ts';

/** Longest delay of a frame. */
const LATE_MS = 5 * 60_000;
/** Coarsest step of a meter's counter: a kilowatt-hour. */
const COARSEST_WH = 1000;
/** If two readings may be continued, one this soon after decides that the reading between was a transmission error. */
const RETURN_MS = KNOWN_HOURS_MS;
/** Energy after which a counter that does not rise is no longer trusted: more than the step of any counter. */
const STILL_WH = 2 * COARSEST_WH;
/** A rise above the energy under the power by this factor is doubtful: loads change between two samples. */
const DOUBTFUL_TIMES = 2;
/** A smaller rise never is, Wh. */
const ROUNDING_WH = 2;

const maxEnergyIn = (ms: number, powerW: number): MicroWh => Math.floor((powerW * ms) / 3.6);

/** Returns how far a counter may rise beyond the maximum; the grace recovers as far as the counter rises by less. */
export function graceOf({ mostPowerW }: FlowSource): MicroWh {
  return maxEnergyIn(LATE_MS, powerBoundW(0, mostPowerW)) + 2 * microWh(COARSEST_WH);
}

/**
 * Adds the energy of the counter or, where it has no usable reading, of the power. Returns whether the counter was
 * used. `readMicroWh` null: the sample has no reading.
 */
export function addEnergy(progress: FlowProgress, atMs: number, readMicroWh: MicroWh | null): boolean {
  const { counter } = progress;
  if (readMicroWh === null || !counter) {
    const added = integrate(progress);
    if (readMicroWh !== null) progress.counter = { atMs, readMicroWh, addedMicroWh: 0, doubt: null };
    else if (counter) progress.counter = withAdded(counter, added);
    return false;
  }
  if (isConfirmed(progress, counter, readMicroWh)) confirmDoubt(progress, counter);
  const continued = progress.counter ?? counter;
  const reading: FlowReading = { atMs, readMicroWh, addedMicroWh: 0 };
  const from = precedingReading(progress, continued, reading);
  if (!from) {
    doubtReading(progress, continued, reading);
    return false;
  }
  const { doubt } = continued;
  if (doubt && from === doubt) {
    // Nothing else will contain the energy before the first reading of a new counter.
    addIntegrated(progress, doubt.withheldMicroWh, { fromMs: doubt.atMs, toMs: doubt.atMs });
  } else if (doubt) sumAt(progress, doubt.atMs).rejectedReadings++;
  continueFrom(progress, from, reading);
  return true;
}

/** Returns whether a reading agrees with a doubtful one before it that the counter had suddenly, but possibly, risen. */
function isConfirmed(progress: FlowProgress, { atMs, readMicroWh, doubt }: FlowCounter, read: MicroWh): boolean {
  if (!doubt || doubt.readMicroWh < readMicroWh || read < doubt.readMicroWh) return false;
  return doubt.readMicroWh - readMicroWh <= mostRise(progress, doubt.atMs - atMs) + progress.graceLeft;
}

/** Accepts the doubtful reading, which the newest one has confirmed. */
function confirmDoubt(progress: FlowProgress, counter: FlowCounter): void {
  const { atMs, readMicroWh, addedMicroWh } = counter.doubt!;
  const before: FlowReading = { ...counter, addedMicroWh: counter.addedMicroWh - addedMicroWh };
  continueFrom(progress, before, { atMs, readMicroWh, addedMicroWh });
}

function withAdded(counter: FlowCounter, added: MicroWh): FlowCounter {
  const { doubt } = counter;
  return {
    ...counter,
    addedMicroWh: counter.addedMicroWh + added,
    doubt: doubt && { ...doubt, addedMicroWh: doubt.addedMicroWh + added },
  };
}

/** Returns the reading that this one continues; undefined: none. */
function precedingReading(
  progress: FlowProgress,
  counter: FlowCounter,
  { atMs, readMicroWh }: FlowReading,
): FlowReading | undefined {
  const { doubt } = counter;
  const ifExpected = (from: FlowReading, otherMicroWh: MicroWh = 0): FlowReading | undefined => {
    const rise = readMicroWh - from.readMicroWh;
    return rise >= 0 && rise <= expectedRise(progress, atMs, from, otherMicroWh) ? from : undefined;
  };
  const continued = () => ifExpected(counter, (counter.stillMicroWh ?? 0) + (doubt?.withheldMicroWh ?? 0));
  if (doubt === null) return continued();
  if (doubt.readMicroWh >= counter.readMicroWh) {
    // It cannot have risen so far: a reading that continues from there is that of another counter.
    return readMicroWh < doubt.readMicroWh ? continued() : ifExpected(doubt);
  }
  // Soon after a lower reading, one that reaches the earlier ones shows that the lower one was an error.
  if (readMicroWh >= counter.readMicroWh && atMs - doubt.atMs <= RETURN_MS) return continued();
  return ifExpected(doubt) ?? continued();
}

/** Returns the rise since a reading up to which it needs no confirmation; `otherMicroWh`: energy since that the counter does not contain yet. */
function expectedRise(progress: FlowProgress, atMs: number, from: FlowReading, otherMicroWh: MicroWh): MicroWh {
  const { last, expectedW, powers, source } = progress;
  if (expectedW === null)
    return maxEnergyIn(atMs - from.atMs, powerBoundW(powers.heldW, source.mostPowerW)) + progress.graceLeft;
  const explained = maxEnergyIn(atMs - last!.atMs, expectedW) + from.addedMicroWh + otherMicroWh;
  return DOUBTFUL_TIMES * explained + microWh(ROUNDING_WH);
}

/** Returns the most that the counter can have risen in a time. */
function mostRise({ powers, source }: FlowProgress, ms: number): MicroWh {
  const { plausible, heldW, heldBackW, doubtful } = powers;
  const hasPower = plausible !== null || heldW > 0 || heldBackW > 0 || doubtful.length > 0;
  return maxEnergyIn(ms, hasPower ? powerBoundW(heldW, source.mostPowerW) : source.mostPowerW);
}

/**
 * Makes a reading the doubtful one. After a jump upward no energy is added, as the next reading will contain it; after a
 * fall, which may be a reset, that of the power is.
 */
function doubtReading(progress: FlowProgress, counter: FlowCounter, reading: FlowReading): void {
  const { doubt } = counter;
  const isAbove = reading.readMicroWh >= counter.readMicroWh;
  if (doubt && (reading.readMicroWh < doubt.readMicroWh || (isAbove && doubt.readMicroWh < counter.readMicroWh)))
    sumAt(progress, doubt.atMs).rejectedReadings++;
  const withheldMicroWh = doubt?.withheldMicroWh ?? 0;
  if (isAbove) {
    const withheld = withheldMicroWh + totalOf(progress.underLine);
    progress.counter = { ...counter, doubt: { ...reading, withheldMicroWh: withheld } };
    return;
  }
  const added = integrate(progress);
  progress.counter = {
    ...counter,
    addedMicroWh: counter.addedMicroWh + added,
    doubt: { ...reading, withheldMicroWh },
  };
}

/** Adds the difference of two readings, less the energy already added, spread over the time between. */
function continueFrom(progress: FlowProgress, from: FlowReading, reading: FlowReading): void {
  const { source } = progress;
  const { atMs, readMicroWh } = reading;
  const stillMicroWh = progress.counter?.stillMicroWh ?? 0;
  const rise = readMicroWh - from.readMicroWh;
  const graceLeft = progress.graceLeft + mostRise(progress, atMs - from.atMs) - rise;
  progress.graceLeft = Math.min(progress.grace, Math.max(0, graceLeft));
  const rest = Math.max(0, rise - from.addedMicroWh);
  const outage = atMs - from.atMs > KNOWN_HOURS_MS;
  const sinceMs = openSince(progress, from.atMs);
  spreadEvenly(progress, rest, sinceMs, Math.max(sinceMs + 1, atMs), (sum, energy, { fromMs, toMs }) => {
    sum.energyMicroWh += energy;
    if (outage) sum.spreadMicroWh += energy;
    else addToHours(sum, energy, fromMs, toMs, source.timeZone);
    sum.counted = true;
  });
  const exceedingMicroWh = Math.max(0, from.addedMicroWh - rise);
  const counter: FlowCounter = { ...reading, addedMicroWh: reading.addedMicroWh + exceedingMicroWh, doubt: null };
  progress.counter = counter;
  if (rise > 0) return;
  const still = stillMicroWh + progress.steadyMicroWh;
  if (still > 0) counter.stillMicroWh = still;
  // If the counter rises later, its difference already contains the energy added from power.
  if (still > microWh(STILL_WH)) counter.addedMicroWh += integrate(progress);
}
