// Day sums of energy aggregation: the sums of a day's samples so far, its stored row, and the state that the next report continues from.

import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { type ClockHours, hoursFor } from './clockHours.ts';
import type { CounterState, EnergySource, MicroWh } from './counterStep.ts';
import { expectedOnDay } from './expectedDaylight.ts';
import { coveredMs, sunDayAt } from './sunDay.ts';

export interface DayEnergy {
  day: Day;
  energyWh: number;
  /** Part of `energyWh` integrated from power; the device counted the rest. */
  integratedWh: number;
  /** Origin of most of the energy; 'imported' if any sample of the day was imported. */
  source: 'counted' | 'integrated' | 'imported';
  /**
   * Seconds of daylight between successive samples that are no gap apart, at most the expected ones of the day less its
   * gaps: the hour that devices have for waking and falling asleep does not make up for a gap in between.
   */
  coveredS: number;
  peakW: number | null;
  peakAtMs: number | null;
  /** Null on a day without samples, whose energy comes from a counter that was read later. */
  firstAtMs: number | null;
  lastAtMs: number | null;
  samples: number;
  /** Part of `energyWh` with known hours; missing where hours are not stored. */
  hours?: ClockHours;
}

/** Sums of the samples of one day so far, in integers, so that they continue exactly. */
export interface DaySum {
  day: Day;
  energyMicroWh: MicroWh;
  integratedMicroWh: MicroWh;
  coveredMs: number;
  peakW: number | null;
  peakAtMs: number | null;
  firstAtMs: number | null;
  lastAtMs: number | null;
  samples: number;
  imported: boolean;
  hours?: ClockHours;
}

/** Complete state after a sample, as plain JSON: stored and parsed, it continues with the same numbers. */
export interface EnergyState {
  atMs: number;
  /** Power of the last sample, null if it had none. */
  powerW: number | null;
  imported: boolean;
  counter: CounterState | null;
  /**
   * Remaining grace (`graceOf`) at the last reading of the counter, or at the last sample if none was read.
   * Null: stored before this budget existed; all of it remains.
   */
  graceMicroWh: MicroWh | null;
  /** Sums of the last sample's day, without the energy that the next sample adds for the time since. */
  open: DaySum;
}

/** Row to store; `carryAfter` is null on a day without samples. */
export interface DayRow extends DayEnergy {
  carryAfter: EnergyState | null;
}

export const emptyDay = (day: Day, { hoursFrom }: EnergySource): DaySum => ({
  day,
  ...hoursFor(day, hoursFrom),
  energyMicroWh: 0,
  integratedMicroWh: 0,
  coveredMs: 0,
  peakW: null,
  peakAtMs: null,
  firstAtMs: null,
  lastAtMs: null,
  samples: 0,
  imported: false,
});

function coveredSeconds({ day, firstAtMs, lastAtMs, coveredMs: sumMs }: DaySum, source: EnergySource): number {
  const gapsMs =
    firstAtMs === null || lastAtMs === null
      ? 0
      : Math.max(0, coveredMs(sunDayAt(firstAtMs, source), firstAtMs, lastAtMs, source) - sumMs);
  return Math.max(0, Math.min(sumMs, expectedOnDay(source.latitude, day) * 1000 - gapsMs)) / 1000;
}

export function rowOf(sum: DaySum, carryAfter: EnergyState | null, source: EnergySource): DayRow {
  const { energyMicroWh, integratedMicroWh, hours } = sum;
  // Also for a device that could report a counter and never has.
  const isRead = source.counter !== 'none' && carryAfter?.counter !== null;
  const uncounted = !isRead && integratedMicroWh === energyMicroWh;
  const integrated = uncounted || integratedMicroWh * 2 > energyMicroWh;
  // Lists the fields instead of spreading the sum, as every ingested row creates one.
  const row: DayRow = {
    day: sum.day,
    energyWh: energyMicroWh / 1e6,
    integratedWh: integratedMicroWh / 1e6,
    source: sum.imported ? 'imported' : integrated ? 'integrated' : 'counted',
    coveredS: coveredSeconds(sum, source),
    peakW: sum.peakW,
    peakAtMs: sum.peakAtMs,
    firstAtMs: sum.firstAtMs,
    lastAtMs: sum.lastAtMs,
    samples: sum.samples,
    carryAfter,
  };
  if (hours) row.hours = hours;
  return row;
}
