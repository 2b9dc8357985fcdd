// Converts energies of the wire to lines of bars: every line has the same periods, from the first in which any line has a value.
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
  const chartLines = series.length - flowProvenance.length;
  const lines = series.map((line, index) => {
    const lineProvenance = index < chartLines ? provenance : flowProvenance[index - chartLines]!;
    return {
      name: line.name,
      slots: energySlots({ series: [line], xAxisIso, yearBefore: null, provenance: lineProvenance }, by, today, since),
    };
  });
  // Years begin with the first value of each line: lines that begin later lack the earlier years.
  const longest = lines.reduce<FlowLine['slots']>((max, { slots }) => (slots.length > max.length ? slots : max), []);
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
