// Energies of the wire as lines of bars: every line has the same periods, from the first in which any has a value.
import type { FlowChart } from '@heliograph/contract/entities/statistics.ts';
import type { FlowLine } from '../FlowBars.tsx';
import { energySlots } from './energySlots.ts';
import type { Bars } from './search.ts';

/** An answer with bars of energy per period. */
export type EnergyBars = Pick<FlowChart, 'series' | 'xAxisIso' | 'sun' | 'provenance'> &
  Partial<Pick<FlowChart, 'flowProvenance'>>;

export function flowLines(
  { series, xAxisIso, provenance, flowProvenance = [] }: EnergyBars,
  by: Bars,
  today: string,
  since?: string | null,
): FlowLine[] {
  const withOwn = series.length - flowProvenance.length;
  const lines = series.map((line, place) => {
    const known = place < withOwn ? provenance : flowProvenance[place - withOwn]!;
    return {
      name: line.name,
      slots: energySlots({ series: [line], xAxisIso, yearBefore: null, provenance: known }, by, today, since),
    };
  });
  // Years begin with the first figure of each line: those that begin later lack what lies before.
  const longest = lines.reduce<FlowLine['slots']>((most, { slots }) => (slots.length > most.length ? slots : most), []);
  return lines.map(({ name, slots }) => ({
    name,
    slots: [
      ...longest
        .slice(0, longest.length - slots.length)
        .map((slot) => ({ ...slot, energyKwh: null, provenance: null })),
      ...slots,
    ],
  }));
}
