// Finds the finest chart step in which every drawn device has a value.
import { CHART_STEPS_MIN } from '@heliograph/contract/limits.ts';
import { type Kind, producesEnergy } from '../../families/kinds.ts';
import type { LiveDevice } from '../../live/withLive.ts';

/** Factor on the upload interval: uploads come slightly early or late. */
const JITTER = 0.9;
/** Default step where no device has reported. */
const DEFAULT_MIN = 5;

/** Returns minutes; the longest chart step for devices that upload even less often. */
export function finestStep(uploadEveryS: readonly number[]): number {
  const longestS = Math.max(0, ...uploadEveryS) * JITTER;
  return CHART_STEPS_MIN.find((minutes) => minutes * 60 >= longestS) ?? CHART_STEPS_MIN.at(-1)!;
}

/**
 * Returns the finest step for the sum of a plant's producing devices, minutes; devices that have never reported do not
 * count.
 */
export function finestStepOfSum(
  devices: readonly (Pick<LiveDevice, 'uploadEveryS' | 'at' | 'flowOf'> & { kind: Kind })[],
): number {
  const reporting = devices.filter(
    (device) => device.at !== null && (producesEnergy(device.kind) || device.flowOf === 'production'),
  );
  return reporting.length === 0 ? DEFAULT_MIN : finestStep(reporting.map(({ uploadEveryS }) => uploadEveryS));
}
