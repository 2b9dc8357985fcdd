// Colour of the progress of a firmware update, and text of the reason of a failure; components that use it load the firmware texts.
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
  const known = REASONS.find((each) => each === reason);
  return known ? t(`ota.reason.${known}`) : t('ota.reason.other', { reason });
}
