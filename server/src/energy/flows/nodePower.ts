// Returns the power of an energy flow node as one signed number, for clients that draw no arrows.
import type { EnergyFlow, FlowNode } from '@heliograph/contract/entities/statistics.ts';

/** Nodes by their names in the API. */
export const NODES = {
  PVPanel: 'production',
  home: 'home',
  grid: 'grid',
  battery: 'battery',
  gen: 'generator',
} as const satisfies Record<keyof EnergyFlow, string>;
export const NODE_NAMES = Object.keys(NODES) as (keyof EnergyFlow)[];

/** Parses a number; "" is null. */
export const numberOf = (text: string): number | null => (text === '' ? null : Number(text));

/** Returns watts, null while unknown. Home consumes, all others supply; the usual direction is positive. */
export function nodePower(part: keyof EnergyFlow, { power, direction, showPower }: FlowNode): number | null {
  const watts = showPower ? numberOf(power) : null;
  return watts === null || direction === 0 || (direction === 2) === (part === 'home') ? watts : -watts;
}
