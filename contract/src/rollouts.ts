// What updates of many devices in waves speak of beside their shapes: a plan and whether it is sound, states, why one stopped, why a device was skipped. Read by pages, too, apart from the schemas.

export const ROLLOUT_STATES = ['running', 'paused', 'stopped', 'finished'] as const;
export type RolloutState = (typeof ROLLOUT_STATES)[number];

/** Why one stopped or paused by itself. */
export const ROLLOUT_REASONS = [
  'tooManyFailed',
  'tooManySilent',
  /** The version was taken back or deleted. */
  'notPublished',
  /** Who began or resumed it last may not update devices any more: somebody who may resumes it. */
  'askerGone',
] as const;
export type RolloutReason = (typeof ROLLOUT_REASONS)[number];

/** Of a device in one; the last four are ends. `asking`: its owner has not said yes. One that was silent and came back later stays so: what it runs, its own row says. */
export const ROLLOUT_STEPS = [
  ...(['asking', 'waiting', 'queued', 'downloading', 'verified'] as const),
  ...(['updated', 'failed', 'silent', 'skipped'] as const),
] as const;
export type RolloutStep = (typeof ROLLOUT_STEPS)[number];

/** Why a device was not asked: as it was when the devices were chosen, or when its turn came. */
export const ROLLOUT_SKIPS = [
  /** The owner's veto. */
  'controlIsOff',
  /** The owner said no to this update, or nothing until the question was over. */
  'ownerRefused',
  'ownerSilent',
  /** It left its plant, or the plant left who asks. */
  'notThere',
  'notControllable',
  /** It runs this version, a newer one, has other hardware, or has not said what it runs. */
  'same',
  'older',
  'otherHardware',
  'unknown',
  /** An update that somebody asked for otherwise has not ended. */
  'updatePending',
  /** Another roll-out has it. */
  'inRollout',
  /** Too much waited for its gateway for too long. */
  'commandQueueFull',
  /** Of a roll-back: the version that it came from is not here any more, or not published; or it runs yet another one by now. */
  'firmwareNotFound',
  'otherVersion',
  /** Somebody took its update back, or the roll-out stopped before its turn. */
  'withdrawn',
  'stopped',
] as const;
export type RolloutSkip = (typeof ROLLOUT_SKIPS)[number];

export const ROLLOUT_ANSWERS = ['pause', 'resume', 'stop'] as const;
export type RolloutAnswer = (typeof ROLLOUT_ANSWERS)[number];

/** What the history of one tells. */
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
/** What of it is kept: the newest. */
export const MAX_ROLLOUT_ACTIONS = 200;

/** Devices of one; and how many of a product are looked through for them. */
export const MAX_ROLLOUT_DEVICES = 2000;
export const MAX_SCANNED_DEVICES = 10_000;
export const MAX_WAVES = 10;

export interface Wave {
  unit: 'devices' | 'percent';
  /** Until so many devices, or so many percent of all, have been asked, those of the waves before included. */
  upTo: number;
}

export interface RolloutPlan {
  waves: Wave[];
  /** A wave with more failures stops the roll-out; and one in which a larger share, %, of the asked devices fails. */
  mostFailed: number;
  mostFailedPercent: number;
  /** So does a larger share, %, of devices of which nothing was heard until their time was over. */
  mostSilentPercent: number;
  /** The time of a device, h: then it counts as silent. A gateway that is away is waited for a day. */
  withinH: number;
  /** How long a wave is watched after its last device before the next one begins, min. */
  watchMin: number;
}

/** Within what a plan's numbers may be. */
export const PLAN_RANGES = {
  devices: { least: 1, most: MAX_ROLLOUT_DEVICES },
  percent: { least: 1, most: 100 },
  mostFailed: { least: 0, most: MAX_ROLLOUT_DEVICES },
  mostFailedPercent: { least: 0, most: 100 },
  mostSilentPercent: { least: 0, most: 100 },
  withinH: { least: 1, most: 25 },
  watchMin: { least: 0, most: 10_080 },
} as const;

/** Five first; stops with the first failure among them. */
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

/** What is wrong with a plan: `at` is the number of a wave, or the name of a figure. None: it is sound. */
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

/** How many devices each wave of a sound plan has; of few devices some waves have none, and are left out. */
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
