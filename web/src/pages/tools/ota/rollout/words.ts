// Texts and colours of roll-outs: progress of a roll-out and its devices, and the reasons of stops and skips.
import type { Response } from '@heliograph/contract/calls.ts';
import { ROLLOUT_SKIPS, type RolloutState, type RolloutStep } from '@heliograph/contract/rollouts.ts';
import type { TFunction } from 'i18next';
import type { Tone } from '../../../../ui/StatusDot.tsx';
import { reasonText } from '../words.ts';

/** Fallback when the stream of nudges is down. */
export const REFETCH_MS = 60_000;

export type Rollout = Response<'configuration/ota/rollout/list'>['list'][number];
export type RolloutDevice = Response<'configuration/ota/rollout/devices'>['list'][number];

export const ROLLOUT_TONES: Record<RolloutState, Tone> = {
  running: 'accent',
  paused: 'warning',
  stopped: 'fault',
  finished: 'ok',
};

export const TONES: Record<RolloutStep, Tone> = {
  asking: 'warning',
  waiting: 'offline',
  queued: 'accent',
  downloading: 'accent',
  verified: 'accent',
  updated: 'ok',
  failed: 'fault',
  silent: 'warning',
  skipped: 'offline',
};

export function stateText(t: TFunction, { state, reason, wave, waves }: Rollout): string {
  const text = state === 'running' ? t('rollout.running', { wave: wave + 1, waves }) : t(`rollout.state.${state}`);
  return reason === '' ? text : `${text}: ${t(`rollout.reason.${reason}`)}`;
}

export function deviceReasonText(t: TFunction, { step, reason }: Pick<RolloutDevice, 'step' | 'reason'>): string {
  if (reason === '') return '';
  const skip = step === 'skipped' ? ROLLOUT_SKIPS.find((one) => one === reason) : undefined;
  return skip ? t(`rollout.skip.${skip}`) : reasonText(t, reason);
}
