// Returns the counter readings of one sample by counter kind.
import { type CounterKind, type EnergySource, type MicroWh, microWh } from './counterStep.ts';

/** Readings of a device's counters by kind; NaN: not reported, or negative. */
export type Readings = Record<CounterKind, MicroWh>;

interface CounterValues {
  counterWh: number | null;
  counterDayWh?: number | null;
  counterLifeWh?: number | null;
}

export function readingsOf(
  { counterWh, counterDayWh, counterLifeWh }: CounterValues,
  { counter }: EnergySource,
): Readings {
  return {
    daily: reading(counterDayWh ?? (counter === 'daily' ? counterWh : null)),
    lifetime: reading(counterLifeWh ?? (counter === 'lifetime' ? counterWh : null)),
  };
}

const reading = (wh: number | null): MicroWh => (wh !== null && wh >= 0 ? microWh(wh) : Number.NaN);
