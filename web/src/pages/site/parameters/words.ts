// Names of parameters, states and reasons in the reader's words; what a company's own catalogue or a device says is shown as it is.
import type { CommandStep } from '@heliograph/contract/commands.ts';
import type { TFunction } from 'i18next';
import { DASH, full } from '../../../format/numbers.ts';
import type { Tone } from '../../../ui/StatusDot.tsx';

const KNOWN = [
  'reconnectTimeS',
  'overVoltageV',
  'underVoltageV',
  'promptProtectionTimeS',
  'nominalFrequencyHz',
  'overFrequencyHz',
  'underFrequencyHz',
  'limitPercent',
  'on',
] as const;
const REASONS = [
  ...(['notApproved', 'notWanted', 'withdrawn', 'controlOff', 'gatewayAway', 'noAnswer', 'notReadBack'] as const),
  ...(['differs', 'malformed', 'unknownCommand', 'unknownDevice', 'unknownParameter', 'outOfRange'] as const),
  ...(['expired', 'notReachable'] as const),
];

const isOf = <Word extends string>(words: readonly Word[], word: string): word is Word =>
  (words as readonly string[]).includes(word);

export const parameterName = (t: TFunction, name: string, title = name): string =>
  isOf(KNOWN, name) ? t(`parameters.known.${name}`) : title;

const DIGITS = 3;
export const valueText = (value: number | null, unit: string): string =>
  value === null ? DASH : `${full(value, DIGITS)} ${unit}`.trim();

export const reasonText = (t: TFunction, reason: string): string =>
  isOf(REASONS, reason) ? t(`parameters.reason.${reason}`) : t('parameters.reason.other', { reason });

export const STEP_TONES: Record<CommandStep, Tone> = {
  draft: 'warning',
  approved: 'accent',
  issued: 'accent',
  accepted: 'accent',
  readBack: 'ok',
  failed: 'fault',
  expired: 'offline',
};
