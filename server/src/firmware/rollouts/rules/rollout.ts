// Pure functions that derive the next action of a roll-out from its plan and the progress of the devices of its wave.

import type { CommandStep } from '@heliograph/contract/commands.ts';
import type { FirmwareFit } from '@heliograph/contract/firmware.ts';
import type { RolloutPlan, RolloutReason, RolloutSkip, RolloutStep } from '@heliograph/contract/rollouts.ts';
import { isVerified } from '../../rules/versions.ts';

/** Number of devices of the current wave by progress. */
export interface WaveProgress {
  /** Devices whose owners have not answered yet, and devices whose owners declined or did not answer in time: devices of later waves replace both. */
  asking: number;
  declined: number;
  /** Devices of later waves that are ready, and those whose owners have not consented yet. */
  waitingLater: number;
  askingLater: number;
  waiting: number;
  /** Update requested and neither ended nor timed out. */
  open: number;
  /** Update requested, not ended, and timed out. */
  late: number;
  updated: number;
  failed: number;
  silent: number;
  /** Skipped for reasons other than consent. */
  skipped: number;
}

export type NextAction =
  | { do: 'stop'; reason: Extract<RolloutReason, 'tooManyFailed' | 'tooManySilent'> }
  /** Updates some of the waiting devices, then checks the roll-out again. */
  | { do: 'update' }
  /** Swaps devices whose owners have not consented with devices of later waves. */
  | { do: 'fill' }
  /** Waits for devices, for owners, or for the end of the watch period. */
  | { do: 'wait' }
  | { do: 'watch' }
  | { do: 'next' }
  | { do: 'finish' };

/**
 * Returns the next action. Devices that were skipped or whose owners have not consented are not at risk: failure and silence
 * percentages are of the others. A wave stays as large as planned while there are owners who may still consent, so that few
 * devices are tried first, whichever they are.
 */
export function nextAction(
  plan: Pick<RolloutPlan, 'mostFailed' | 'mostFailedPercent' | 'mostSilentPercent' | 'watchMin'>,
  now: WaveProgress,
  { isLast, watchFrom, at }: { isLast: boolean; watchFrom: Date | null; at: Date },
): NextAction {
  const { waiting, open, late, updated, failed } = now;
  const silent = now.silent + late;
  const counted = waiting + open + updated + failed + silent;
  const exceeds = (n: number, percent: number): boolean => n * 100 > counted * percent;
  if (failed > plan.mostFailed || exceeds(failed, plan.mostFailedPercent))
    return { do: 'stop', reason: 'tooManyFailed' };
  if (exceeds(silent, plan.mostSilentPercent)) return { do: 'stop', reason: 'tooManySilent' };
  const isShort = now.asking + now.declined > 0;
  if (isShort && now.waitingLater > 0) return { do: 'fill' };
  if (waiting > 0) return { do: 'update' };
  if (open > 0 || now.asking > 0 || (isShort && now.askingLater > 0)) return { do: 'wait' };
  if (isLast) return { do: 'finish' };
  // A wave in which no device was at risk is not watched.
  if (plan.watchMin === 0 || counted === 0) return { do: 'next' };
  if (watchFrom === null) return { do: 'watch' };
  return at.getTime() >= watchFrom.getTime() + plan.watchMin * 60_000 ? { do: 'next' } : { do: 'wait' };
}

/** Returns why a device of the version's product is skipped; undefined when it gets the version. Older versions are installed only by a roll-back. */
export function skipOf(fit: FirmwareFit, isRollback: boolean): RolloutSkip | undefined {
  if (fit === (isRollback ? 'older' : 'newer')) return undefined;
  return fit === 'newer' ? 'otherVersion' : fit;
}

/** Returns the step of a device from its update command. */
export function stepOf(command: { state: CommandStep; step: 'write' | 'read'; reason: string }): {
  step: RolloutStep;
  reason: string;
} {
  const { state, reason } = command;
  if (state === 'readBack') return { step: 'updated', reason: '' };
  if ((state === 'failed' || state === 'expired') && reason === 'controlOff')
    return { step: 'skipped', reason: 'controlIsOff' satisfies RolloutSkip };
  // A device that reported the update as done but never announced the version has failed.
  if (state === 'expired') return { step: reason === 'notReadBack' ? 'failed' : 'silent', reason };
  if (state === 'failed' && reason === 'deviceLeft')
    return { step: 'skipped', reason: 'notThere' satisfies RolloutSkip };
  if (state === 'failed' && reason === 'withdrawn')
    return { step: 'skipped', reason: 'withdrawn' satisfies RolloutSkip };
  if (state === 'failed') return { step: 'failed', reason };
  if (isVerified(command)) return { step: 'verified', reason: '' };
  return { step: state === 'accepted' ? 'downloading' : 'queued', reason: '' };
}
