// What the counters of one sample read, by what they count, and the source as each of them is read.
import { type CounterKind, type EnergySource, type MicroWh, microWh } from './counterStep.ts';

/** Two counters of a device by what they count; NaN: not told. A negative one is none. */
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

const counted = new WeakMap<EnergySource, Record<CounterKind, EnergySource>>();

/** The source as each of its counters is read; one that says itself what it is wraps only where it may be the same. */
export function sourcesOf(source: EnergySource): Record<CounterKind, EnergySource> {
  let sources = counted.get(source);
  if (!sources) {
    const as = (counter: CounterKind): EnergySource =>
      source.counter === counter ? source : { ...source, counter, wrapWh: null };
    sources = { daily: as('daily'), lifetime: as('lifetime') };
    counted.set(source, sources);
  }
  return sources;
}
