// How far firmware and updates are, in colours; and why one failed, in the reader's words.
import type { FIRMWARE_STATES, UpdateStep } from '@heliograph/contract/firmware.ts';
import type { TFunction } from 'i18next';
import type { Tone } from '../../../ui/StatusDot.tsx';

export const STATE_TONES: Record<(typeof FIRMWARE_STATES)[number], Tone> = {
  uploading: 'warning',
  draft: 'offline',
  published: 'ok',
};

export const STEP_TONES: Record<UpdateStep, Tone> = {
  queued: 'accent',
  downloading: 'accent',
  verified: 'accent',
  updated: 'ok',
  failed: 'fault',
};

const REASONS = [
  ...(['downloadFailed', 'checksum', 'signature', 'differs', 'notReadBack', 'noAnswer', 'gatewayAway'] as const),
  ...(['withdrawn', 'controlOff', 'expired', 'notReachable', 'unknownCommand', 'unknownDevice'] as const),
];

export function reasonText(t: TFunction, reason: string): string {
  const known = REASONS.find((one) => one === reason);
  return known ? t(`ota.reason.${known}`) : t('ota.reason.other', { reason });
}
