// The days of the fold of energy: what a day's samples have given so far, the row that is stored of it, and what goes on to the next report.

import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { type ClockHours, hoursFor } from './clockHours.ts';
import type { CounterState, EnergySource, MicroWh } from './counterStep.ts';

export interface DayEnergy {
  day: Day;
  energyWh: number;
  /** The part of `energyWh` that comes from power; the rest was counted by the device. */
  integratedWh: number;
  /** How most of the energy was obtained; 'imported' when any of the day's samples was. */
  source: 'counted' | 'integrated' | 'imported';
  /** Seconds of daylight between successive samples no further apart than 20 minutes. */
  coveredS: number;
  peakW: number | null;
  peakAtMs: number | null;
  /** Null on a day without samples, whose energy comes from a counter that was read after it. */
  firstAtMs: number | null;
  lastAtMs: number | null;
  samples: number;
  /** Of `energyWh` what is known by the hour; missing where it is not kept. */
  hours?: ClockHours;
}

/** What the samples of one day have given so far, in whole units: it must continue to the last digit. */
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

/** All the fold knows after a sample. Plain JSON: stored and read back, it continues to the same numbers. */
export interface EnergyState {
  atMs: number;
  /** Of the last sample, null if it told none. */
  powerW: number | null;
  imported: boolean;
  counter: CounterState | null;
  /**
   * What is left of the grace (`graceOf`) at the last reading of the counter, or at the last sample where none was read.
   * Null: stored before there was such a budget; all of it is left.
   */
  graceMicroWh: MicroWh | null;
  /** The last sample's day so far, without what the next sample will say of the time after this one. */
  open: DaySum;
}

/** A row to store. `carryAfter` is null on a day without samples. */
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

export function rowOf(sum: DaySum, carryAfter: EnergyState | null, source: EnergySource): DayRow {
  const { energyMicroWh, integratedMicroWh, hours } = sum;
  // Also of a device that could tell a counter and never has.
  const isRead = source.counter !== 'none' && carryAfter?.counter !== null;
  const uncounted = !isRead && integratedMicroWh === energyMicroWh;
  const integrated = uncounted || integratedMicroWh * 2 > energyMicroWh;
  // By its names, and without those of the sum: each row that comes in makes one.
  const row: DayRow = {
    day: sum.day,
    energyWh: energyMicroWh / 1e6,
    integratedWh: integratedMicroWh / 1e6,
    source: sum.imported ? 'imported' : integrated ? 'integrated' : 'counted',
    coveredS: sum.coveredMs / 1000,
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
