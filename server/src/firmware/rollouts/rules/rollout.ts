// What a roll-out does next, by its plan and how far the devices of its wave are: pure.

import type { CommandStep } from '@heliograph/contract/commands.ts';
import type { FirmwareFit } from '@heliograph/contract/firmware.ts';
import type { RolloutPlan, RolloutReason, RolloutSkip, RolloutStep } from '@heliograph/contract/rollouts.ts';
import { isVerified } from '../../rules/versions.ts';

/** Devices of the wave under way. */
export interface WaveNow {
  /** Their owners have not said yes; and those whose owners said no, or nothing in time: others take the places of both. */
  asking: number;
  declined: number;
  /** Of later waves: those that could be asked, and those whose owners have not said yes. */
  waitingLater: number;
  askingLater: number;
  waiting: number;
  /** Asked, without an end, and their time is not over. */
  open: number;
  /** Asked, without an end, and their time is over. */
  late: number;
  updated: number;
  failed: number;
  silent: number;
  /** Those that were declined are not among them. */
  skipped: number;
}

export type NextAction =
  | { do: 'stop'; reason: Extract<RolloutReason, 'tooManyFailed' | 'tooManySilent'> }
  /** Devices wait for their turn; it is asked of some of them, and looked at again. */
  | { do: 'ask' }
  /** Devices of later waves change places with those whose owners have not agreed. */
  | { do: 'fill' }
  /** For devices, for owners, or until the watch is over. */
  | { do: 'wait' }
  | { do: 'watch' }
  | { do: 'next' }
  | { do: 'finish' };

/**
 * Devices that were skipped, or whose owners have not agreed, are no part of what was risked: shares are of the others. A wave
 * is as large as planned as long as there is anybody who may agree: few are tried first, whoever of them is asked.
 */
export function nextAction(
  plan: Pick<RolloutPlan, 'mostFailed' | 'mostFailedPercent' | 'mostSilentPercent' | 'watchMin'>,
  now: WaveNow,
  { isLast, watchFrom, at }: { isLast: boolean; watchFrom: Date | null; at: Date },
): NextAction {
  const { waiting, open, late, updated, failed } = now;
  const silent = now.silent + late;
  const counted = waiting + open + updated + failed + silent;
  const isMoreThan = (n: number, percent: number): boolean => n * 100 > counted * percent;
  if (failed > plan.mostFailed || isMoreThan(failed, plan.mostFailedPercent))
    return { do: 'stop', reason: 'tooManyFailed' };
  if (isMoreThan(silent, plan.mostSilentPercent)) return { do: 'stop', reason: 'tooManySilent' };
  const isShort = now.asking + now.declined > 0;
  if (isShort && now.waitingLater > 0) return { do: 'fill' };
  if (waiting > 0) return { do: 'ask' };
  if (open > 0 || now.asking > 0 || (isShort && now.askingLater > 0)) return { do: 'wait' };
  if (isLast) return { do: 'finish' };
  // A wave that nothing was risked in needs no watching.
  if (plan.watchMin === 0 || counted === 0) return { do: 'next' };
  if (watchFrom === null) return { do: 'watch' };
  return at.getTime() >= watchFrom.getTime() + plan.watchMin * 60_000 ? { do: 'next' } : { do: 'wait' };
}

/** Why a device of the version's product does not get it; undefined: it does. Older ones only as a roll-back that somebody has asked for. */
export function skipOf(fit: FirmwareFit, isRollback: boolean): RolloutSkip | undefined {
  if (fit === (isRollback ? 'older' : 'newer')) return undefined;
  return fit === 'newer' ? 'otherVersion' : fit;
}

/** Of a device that was asked, by its command. */
export function stepOf(command: { state: CommandStep; step: 'write' | 'read'; reason: string }): {
  step: RolloutStep;
  reason: string;
} {
  const { state, reason } = command;
  if (state === 'readBack') return { step: 'updated', reason: '' };
  if ((state === 'failed' || state === 'expired') && reason === 'controlOff')
    return { step: 'skipped', reason: 'controlIsOff' satisfies RolloutSkip };
  // It said that it was done, and never came back with the version.
  if (state === 'expired') return { step: reason === 'notReadBack' ? 'failed' : 'silent', reason };
  if (state === 'failed' && reason === 'deviceLeft')
    return { step: 'skipped', reason: 'notThere' satisfies RolloutSkip };
  if (state === 'failed' && reason === 'withdrawn')
    return { step: 'skipped', reason: 'withdrawn' satisfies RolloutSkip };
  if (state === 'failed') return { step: 'failed', reason };
  if (isVerified(command)) return { step: 'verified', reason: '' };
  return { step: state === 'accepted' ? 'downloading' : 'queued', reason: '' };
}
