// Day sums of a flow: the sums of a day's samples so far, its stored row, and the state that the next sample continues from.

import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { type ClockHours, hoursFor } from './clockHours.ts';
import type { MicroWh } from './counterStep.ts';
import { type FlowPowers, powerBoundW } from './flowPowers.ts';

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
  /** Powers of the day that were errors of transmission: no energy depends on them. */
  rejectedPowers: number;
  /** The same for readings of the counter. */
  rejectedReadings: number;
  /** Power above which a single sample was doubtful at the end of the day, W. */
  boundW: number;
  /** Part of `energyWh` with known hours; missing where hours are not stored. */
  hours?: ClockHours;
}

/** Row to store; `carryAfter` is null on a day without samples. */
export interface FlowRow extends FlowDay {
  carryAfter: FlowState | null;
}

/** Sums of the samples of one day so far, in integers, so that they continue exactly. */
export interface FlowSum {
  day: Day;
  energyMicroWh: MicroWh;
  integratedMicroWh: MicroWh;
  spreadMicroWh: MicroWh;
  coveredMs: number;
  samples: number;
  rejectedPowers: number;
  rejectedReadings: number;
  /** A counter was read on the day, or across it. */
  counted: boolean;
  imported: boolean;
  hours?: ClockHours;
}

export interface FlowReading {
  atMs: number;
  readMicroWh: MicroWh;
  /** Energy added since by other means, which the next reading that continues this one already contains. */
  addedMicroWh: MicroWh;
}

/** A later reading that does not continue the last accepted one as expected. */
export interface DoubtfulReading extends FlowReading {
  /** Energy under the power until this reading that was not added, as the next reading may contain it. */
  withheldMicroWh: MicroWh;
}

/** Last accepted reading of the counter. */
export interface FlowCounter extends FlowReading {
  /** Error of transmission, counter reset, replaced meter or sudden rise: the next reading decides which. */
  doubt: DoubtfulReading | null;
  /**
   * Energy under the power since the counter last rose, while it was read: a counter that stands still for too long is
   * ignored. 0: absent.
   */
  stillMicroWh?: MicroWh;
}

/** Complete state after a sample, as plain JSON: stored and parsed, it continues with the same numbers. */
export interface FlowState {
  atMs: number;
  powers: FlowPowers;
  imported: boolean;
  counter: FlowCounter | null;
  /** Remaining grace (`graceOf`). */
  graceMicroWh: MicroWh;
  /** Sums of the last sample's day, without the energy that the next sample adds for the time since. */
  open: FlowSum;
}

/** A smaller share of a day's energy than this does not make its origin mixed. */
const MIXED_FROM = 0.01;

export const emptyDay = (day: Day, { hoursFrom }: FlowSource): FlowSum => ({
  day,
  ...hoursFor(day, hoursFrom),
  energyMicroWh: 0,
  integratedMicroWh: 0,
  spreadMicroWh: 0,
  coveredMs: 0,
  samples: 0,
  rejectedPowers: 0,
  rejectedReadings: 0,
  counted: false,
  imported: false,
});

function originOf({ imported, counted, energyMicroWh, integratedMicroWh }: FlowSum): FlowOrigin {
  if (imported) return 'imported';
  if (!counted) return 'integrated';
  if (integratedMicroWh <= MIXED_FROM * energyMicroWh) return 'counted';
  return integratedMicroWh >= (1 - MIXED_FROM) * energyMicroWh ? 'integrated' : 'mixed';
}

/** Returns the row of a day; `heldW` is that of the powers until its end. */
export function rowOf(sum: FlowSum, carryAfter: FlowState | null, heldW: number, { mostPowerW }: FlowSource): FlowRow {
  return {
    day: sum.day,
    energyWh: sum.energyMicroWh / 1e6,
    integratedWh: sum.integratedMicroWh / 1e6,
    spreadWh: sum.spreadMicroWh / 1e6,
    source: originOf(sum),
    coveredS: sum.coveredMs / 1000,
    rejectedPowers: sum.rejectedPowers,
    rejectedReadings: sum.rejectedReadings,
    boundW: powerBoundW(heldW, mostPowerW),
    ...(sum.hours && { hours: sum.hours }),
    carryAfter,
  };
}

/** Returns the row of the state's day for as long as no later sample is known. */
export function rowOfFlowState(state: FlowState, source: FlowSource): FlowRow {
  return rowOf(state.open, state, state.powers.heldW, source);
}
