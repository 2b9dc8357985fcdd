// Plans, states and reasons of firmware roll-outs in waves; without schemas, so that pages can load it.

export const ROLLOUT_STATES = ['running', 'paused', 'stopped', 'finished'] as const;
export type RolloutState = (typeof ROLLOUT_STATES)[number];

/** Reasons why a roll-out stopped or paused by itself. */
export const ROLLOUT_REASONS = [
  'tooManyFailed',
  'tooManySilent',
  /** The version was withdrawn or deleted. */
  'notPublished',
  /** The person who last started or resumed it lost the permission; somebody with the permission must resume it. */
  'askerGone',
] as const;
export type RolloutReason = (typeof ROLLOUT_REASONS)[number];

/** States of a device in a roll-out; the last four are final. `asking`: waits for the owner's consent. A device that returns after `silent` stays so; its own row shows its version. */
export const ROLLOUT_STEPS = [
  ...(['asking', 'waiting', 'queued', 'downloading', 'verified'] as const),
  ...(['updated', 'failed', 'silent', 'skipped'] as const),
] as const;
export type RolloutStep = (typeof ROLLOUT_STEPS)[number];

/** Reasons why a device was skipped, when the devices were selected or when its turn came. */
export const ROLLOUT_SKIPS = [
  /** The owner opted out of updates. */
  'controlIsOff',
  /** The owner declined this update or did not answer in time. */
  'ownerRefused',
  'ownerSilent',
  /** It left its plant, or the requester lost access to the plant. */
  'notThere',
  'notControllable',
  /** It runs this or a newer version, has other hardware, or has not reported its version. */
  'same',
  'older',
  'otherHardware',
  'unknown',
  /** Another update of the device has not ended. */
  'updatePending',
  /** It is in another roll-out. */
  'inRollout',
  /** Its gateway was busy for too long. */
  'commandQueueFull',
  /** Roll-back: the previous version is missing or not published, or the device runs yet another version. */
  'firmwareNotFound',
  'otherVersion',
  /** Its update was withdrawn, or the roll-out stopped before its turn. */
  'withdrawn',
  'stopped',
] as const;
export type RolloutSkip = (typeof ROLLOUT_SKIPS)[number];

export const ROLLOUT_ANSWERS = ['pause', 'resume', 'stop'] as const;
export type RolloutAnswer = (typeof ROLLOUT_ANSWERS)[number];

/** Events in the history of a roll-out. */
export const ROLLOUT_ACTIONS = [
  'begun',
  'wave',
  'watching',
  'paused',
  'resumed',
  'stopped',
  'finished',
  'returned',
] as const;
export type RolloutAction = (typeof ROLLOUT_ACTIONS)[number];
/** Newest events that are stored. */
export const MAX_ROLLOUT_ACTIONS = 200;

/** Devices of a roll-out, and devices of a product that are searched for it. */
export const MAX_ROLLOUT_DEVICES = 2000;
export const MAX_SCANNED_DEVICES = 10_000;
export const MAX_WAVES = 10;

export interface Wave {
  unit: 'devices' | 'percent';
  /** Total devices, or percent of all, including those of previous waves. */
  upTo: number;
}

export interface RolloutPlan {
  waves: Wave[];
  /** More failures in a wave, or a larger share of its devices in percent, stop the roll-out. */
  mostFailed: number;
  mostFailedPercent: number;
  /** A larger share of devices that time out, percent, stops it, too. */
  mostSilentPercent: number;
  /** Time-out of a device, h; then it counts as silent. An offline gateway gets a day. */
  withinH: number;
  /** Observation time after a wave's last device before the next wave begins, min. */
  watchMin: number;
}

/** Ranges of a plan's numbers. */
export const PLAN_RANGES = {
  devices: { least: 1, most: MAX_ROLLOUT_DEVICES },
  percent: { least: 1, most: 100 },
  mostFailed: { least: 0, most: MAX_ROLLOUT_DEVICES },
  mostFailedPercent: { least: 0, most: 100 },
  mostSilentPercent: { least: 0, most: 100 },
  withinH: { least: 1, most: 25 },
  watchMin: { least: 0, most: 10_080 },
} as const;

/** Starts with five devices; the first failure among them stops it. */
export const DEFAULT_PLAN: RolloutPlan = {
  waves: [
    { unit: 'devices', upTo: 5 },
    { unit: 'percent', upTo: 10 },
    { unit: 'percent', upTo: 50 },
    { unit: 'percent', upTo: 100 },
  ],
  mostFailed: 10,
  mostFailedPercent: 5,
  mostSilentPercent: 30,
  withinH: 24,
  watchMin: 60,
};

export type PlanProblem = 'noWaves' | 'tooManyWaves' | 'outOfRange' | 'notRising' | 'percentFirst' | 'lastNotAll';

const isWithin = (value: number, { least, most }: { least: number; most: number }): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/** Faults of a plan; `at` is the number of a wave or the name of a field. Empty: the plan is valid. */
export function planProblems(plan: RolloutPlan): { problem: PlanProblem; at: number | keyof RolloutPlan }[] {
  const { waves } = plan;
  const found: { problem: PlanProblem; at: number | keyof RolloutPlan }[] = [];
  if (waves.length === 0) found.push({ problem: 'noWaves', at: 'waves' });
  if (waves.length > MAX_WAVES) found.push({ problem: 'tooManyWaves', at: 'waves' });
  for (const [at, { unit, upTo }] of waves.entries()) {
    const before = waves[at - 1];
    if (!isWithin(upTo, PLAN_RANGES[unit])) found.push({ problem: 'outOfRange', at });
    else if (before?.unit === 'percent' && unit === 'devices') found.push({ problem: 'percentFirst', at });
    else if (before?.unit === unit && upTo <= before.upTo) found.push({ problem: 'notRising', at });
    else if (at === waves.length - 1 && (unit !== 'percent' || upTo !== 100)) found.push({ problem: 'lastNotAll', at });
  }
  for (const name of ['mostFailed', 'mostFailedPercent', 'mostSilentPercent', 'withinH', 'watchMin'] as const)
    if (!isWithin(plan[name], PLAN_RANGES[name])) found.push({ problem: 'outOfRange', at: name });
  return found;
}

/** Number of devices of each wave of a valid plan; empty waves are omitted. */
export function waveSizes({ waves }: Pick<RolloutPlan, 'waves'>, devices: number): number[] {
  let asked = 0;
  return waves
    .map(({ unit, upTo }) => {
      const end = Math.min(devices, unit === 'devices' ? upTo : Math.ceil((devices * upTo) / 100));
      const size = Math.max(0, end - asked);
      asked += size;
      return size;
    })
    .filter((size) => size > 0);
}
