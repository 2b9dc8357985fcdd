// How fine a chart may be: the shortest steps in which all that is drawn tells something.
import { CHART_STEPS_MIN } from '@heliograph/contract/limits.ts';
import { type Kind, producesEnergy } from '../../families/kinds.ts';
import type { LiveDevice } from '../../live/withLive.ts';

/** An upload comes a little early or late. */
const JITTER = 0.9;
/** Where nothing is known. */
const USUAL_MIN = 5;

/** Minutes; the longest step of what uploads less often still. */
export function finestStep(uploadEveryS: readonly number[]): number {
  const longestS = Math.max(0, ...uploadEveryS) * JITTER;
  return CHART_STEPS_MIN.find((minutes) => minutes * 60 >= longestS) ?? CHART_STEPS_MIN.at(-1)!;
}

/** Of the sum of what produces in a plant; what was never heard keeps nothing waiting. */
export function finestStepOfSum(
  devices: readonly (Pick<LiveDevice, 'uploadEveryS' | 'at' | 'flowOf'> & { kind: Kind })[],
): number {
  const heard = devices.filter(
    (device) => device.at !== null && (producesEnergy(device.kind) || device.flowOf === 'production'),
  );
  return heard.length === 0 ? USUAL_MIN : finestStep(heard.map(({ uploadEveryS }) => uploadEveryS));
}
