// Removes powers that may be errors of transmission from the newest values of a device, which are shown as live.
import { FLOW_QUANTITIES } from '@heliograph/contract/flows.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import type { NewestFlows } from './deviceFlowDays.ts';

/** Returns the quantities of a device's newest sample with null for each doubtful power; the same object if none is. */
export function plausibleNow(reported: Quantities, flows: NewestFlows, atMs: number): Quantities {
  let plausible = reported;
  for (const [flow, { carry }] of flows) {
    const { power } = FLOW_QUANTITIES[flow];
    if (plausible[power] == null || carry?.atMs !== atMs || carry.powers.plausible?.atMs === atMs) continue;
    plausible = { ...plausible, [power]: null };
  }
  return plausible;
}
