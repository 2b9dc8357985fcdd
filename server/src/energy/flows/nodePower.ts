// The power of a node of the energy flow as one signed number, for programs that draw no arrows.
import type { EnergyFlow, FlowNode } from '@heliograph/contract/entities/statistics.ts';

/** By the names that programs are told. */
export const NODES = {
  PVPanel: 'production',
  home: 'home',
  grid: 'grid',
  battery: 'battery',
  gen: 'generator',
} as const satisfies Record<keyof EnergyFlow, string>;
export const NODE_NAMES = Object.keys(NODES) as (keyof EnergyFlow)[];

/** "" stands for no value. */
export const numberOf = (text: string): number | null => (text === '' ? null : Number(text));

/** W; home takes, all others give: what goes the usual way is positive. Null while it is not known. */
export function nodePower(part: keyof EnergyFlow, { power, direction, showPower }: FlowNode): number | null {
  const watts = showPower ? numberOf(power) : null;
  return watts === null || direction === 0 || (direction === 2) === (part === 'home') ? watts : -watts;
}
