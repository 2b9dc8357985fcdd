// What a device's samples tell of its flows: which ones, each as samples of its own, and which of two samples is kept.
import { FLOW_QUANTITIES, MEASURED_FLOWS, type MeasuredFlow } from '@heliograph/contract/flows.ts';
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';

/** What a device said of one flow at one instant; of an instant at which it said neither there is no sample. */
export interface FlowSample {
  atMs: number;
  /** In the flow's direction; negative while it goes the other way. */
  powerW: number | null;
  /** Of the device's life. */
  counterWh: number | null;
  imported?: boolean;
}

/** What a device said at one instant, of everything. */
interface Said {
  atMs: number;
  imported?: boolean;
  quantities: Quantities;
}

/** Null: nothing of this flow. */
export function flowSampleOf(flow: MeasuredFlow, { atMs, imported = false, quantities }: Said): FlowSample | null {
  const { power, sign, counter } = FLOW_QUANTITIES[flow];
  const powerW = quantities[power] ?? null;
  const counterWh = quantities[counter] ?? null;
  if (powerW === null && counterWh === null) return null;
  return { atMs, powerW: powerW === null ? null : sign * powerW + 0, counterWh, imported };
}

/** All that flows are made of. */
export const FLOW_NAMES: readonly QuantityName[] = [
  ...new Set(Object.values(FLOW_QUANTITIES).flatMap(({ power, counter }) => [power, counter])),
];

const NONE: readonly MeasuredFlow[] = [];

/** What samples of a history share that tell no more than production. */
export const NO_QUANTITIES: Quantities = {};

function tellsOfFlows({ quantities }: Said): boolean {
  if (quantities === NO_QUANTITIES) return false;
  for (const name of FLOW_NAMES) if (quantities[name] != null) return true;
  return false;
}

/** Which flows these samples tell something of; none for most devices, which must cost nothing here. */
export function measuredFlows(samples: readonly Said[]): readonly MeasuredFlow[] {
  if (!samples.some(tellsOfFlows)) return NONE;
  return MEASURED_FLOWS.filter((flow) => samples.some((sample) => flowSampleOf(flow, sample)));
}

/**
 * Which of two samples of one instant is kept where production does not tell them apart, whatever came first: the one with
 * the greater value of the first quantity in which they differ; none is less than any. Negative when `left` is kept.
 */
export function preferFlows(left: Quantities, right: Quantities): number {
  for (const name of FLOW_NAMES) {
    const difference = (right[name] ?? -Infinity) - (left[name] ?? -Infinity);
    if (difference > 0 || difference < 0) return difference;
  }
  return 0;
}
