// Energies of several flows as mirrored stacks: what supplied the home above zero, export and charging below.
import type { EnergySlot } from './energyOption.ts';

export interface FlowSlots {
  /** Wire name. */
  name: string;
  /** The same periods in every line. */
  slots: readonly EnergySlot[];
}

export interface MirroredLine extends FlowSlots {
  isBelow: boolean;
  /** Production less export and charging, not production itself. */
  isDirect: boolean;
}

const BELOW: ReadonlySet<string> = new Set(['To grid', 'Charge']);
const ORDER = ['Production', 'Discharge', 'From grid', 'Generator'];
const orderOf = ({ name }: FlowSlots): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/**
 * Returns the stacked lines, from zero outwards. Production counts less export and charging, which are drawn below
 * zero: so the part above zero adds up to consumption, unless more was charged from the grid than that leaves.
 * Consumption is the sum of the others and only drawn where there are none.
 */
export function mirrored(lines: readonly FlowSlots[]): MirroredLine[] {
  const below = lines.filter(({ name }) => BELOW.has(name));
  const above = lines.filter(({ name }) => !BELOW.has(name)).toSorted((one, other) => orderOf(one) - orderOf(other));
  const sources = above.filter(({ name }) => name !== 'Consumption');
  const knowsExport = below.some(({ name }) => name === 'To grid');
  return [
    ...(sources.length > 0 ? sources : above).map(({ name, slots }) => {
      const isDirect = name === 'Production' && knowsExport;
      return {
        name,
        slots: isDirect ? slots.map((slot, index) => directOf(slot, below, index)) : slots,
        isBelow: false,
        isDirect,
      };
    }),
    ...below.map((line) => ({ ...line, isBelow: true, isDirect: false })),
  ];
}

/** A period in which export or charging is not known has no known part of its own. */
function directOf(slot: EnergySlot, below: readonly FlowSlots[], index: number): EnergySlot {
  const used = below.map(({ slots }) => slots[index]?.energyKwh ?? null);
  return {
    ...slot,
    energyKwh:
      slot.energyKwh === null || used.includes(null)
        ? null
        : Math.max(
            0,
            used.reduce<number>((left, kWh) => left - kWh!, slot.energyKwh),
          ),
  };
}

/** Returns the sum of each period above or below zero; null: none of the lines has a value. */
export const sumsOf = (lines: readonly MirroredLine[], isBelow: boolean): (number | null)[] =>
  (lines[0]?.slots ?? []).map((_, index) =>
    lines
      .filter((line) => line.isBelow === isBelow)
      .reduce<number | null>((sum, { slots }) => {
        const kWh = slots[index]?.energyKwh ?? null;
        return kWh === null ? sum : (sum ?? 0) + kWh;
      }, null),
  );
