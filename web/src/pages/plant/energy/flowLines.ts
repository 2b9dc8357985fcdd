// Energies of the wire as lines of bars: every line has the same periods, from the first in which any has a value.
import type { FlowLine } from '../../../components/FlowBars.tsx';
import { energySlots } from '../../../components/plant/energySlots.ts';
import type { EnergiesDrawn } from '../../device/kinds.ts';
import type { Bars } from '../search.ts';

export function flowLines(
  { series, xAxisIso, provenance, flowProvenance = [] }: EnergiesDrawn,
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
