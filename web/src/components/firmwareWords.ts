// How far an update of firmware is, in a colour, and why one failed, in the reader's words; whoever shows it loads the texts of firmware.
import type { UpdateStep } from '@heliograph/contract/firmware.ts';
import type { TFunction } from 'i18next';
import type { Tone } from '../ui/StatusDot.tsx';

export const STEP_TONES: Record<UpdateStep, Tone> = {
  asking: 'warning',
  queued: 'accent',
  downloading: 'accent',
  verified: 'accent',
  updated: 'ok',
  failed: 'fault',
};

const REASONS = [
  ...(['downloadFailed', 'checksum', 'signature', 'differs', 'notReadBack', 'noAnswer', 'gatewayAway'] as const),
  ...([
    'withdrawn',
    'controlOff',
    'deviceLeft',
    'gatewayBusy',
    'expired',
    'notReachable',
    'unknownCommand',
    'unknownDevice',
    'ownerRefused',
    'ownerSilent',
    'refused',
  ] as const),
];

export function reasonText(t: TFunction, reason: string): string {
  const known = REASONS.find((one) => one === reason);
  return known ? t(`ota.reason.${known}`) : t('ota.reason.other', { reason });
}
