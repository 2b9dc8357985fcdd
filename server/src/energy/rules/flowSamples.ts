// Extracts the flows of a device's samples: which ones there are, and the samples of each.
import { FLOW_QUANTITIES, MEASURED_FLOWS, type MeasuredFlow } from '@heliograph/contract/flows.ts';
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';

/** Values of one flow at one instant; at least one of them is not null. */
export interface FlowSample {
  atMs: number;
  /** W in the flow's direction; negative while it goes the other way. */
  powerW: number | null;
  /** Lifetime counter of the flow, Wh. */
  counterWh: number | null;
  imported?: boolean;
}

/** All values of a device at one instant. */
interface DeviceSample {
  atMs: number;
  imported?: boolean;
  quantities: Quantities;
}

/** Returns the sample of a flow; null: it has no value of this flow. */
export function flowSampleOf(
  flow: MeasuredFlow,
  { atMs, imported = false, quantities }: DeviceSample,
): FlowSample | null {
  const { power, sign, counter } = FLOW_QUANTITIES[flow];
  const powerW = quantities[power] ?? null;
  const counterWh = quantities[counter] ?? null;
  if (powerW === null && counterWh === null) return null;
  return { atMs, powerW: powerW === null ? null : sign * powerW + 0, counterWh, imported };
}

/** All quantities of flows. */
export const FLOW_NAMES: readonly QuantityName[] = [
  ...new Set(Object.values(FLOW_QUANTITIES).flatMap(({ power, counter }) => [power, counter])),
];

const NONE: readonly MeasuredFlow[] = [];

/** Shared empty quantities of samples from a history that has only production. */
export const NO_QUANTITIES: Quantities = {};

function hasFlows({ quantities }: DeviceSample): boolean {
  if (quantities === NO_QUANTITIES) return false;
  for (const name of FLOW_NAMES) if (quantities[name] != null) return true;
  return false;
}

/** Returns the flows with any value in these samples; none for most devices, for which this must be cheap. */
export function measuredFlows(samples: readonly DeviceSample[]): readonly MeasuredFlow[] {
  if (!samples.some(hasFlows)) return NONE;
  return MEASURED_FLOWS.filter((flow) => samples.some((sample) => flowSampleOf(flow, sample)));
}
