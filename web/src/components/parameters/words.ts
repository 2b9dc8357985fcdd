// Translated names of parameters, values, states and reasons; texts of a company's own catalogue or of a device are shown unchanged.
import { BATTERY_MODES, PERIOD_ACTIONS } from '@heliograph/contract/batterySettings.ts';
import type { CommandStep } from '@heliograph/contract/commands.ts';
import type { TFunction } from 'i18next';
import { DASH, full } from '../../format/numbers.ts';
import type { Tone } from '../../ui/StatusDot.tsx';

const KNOWN = [
  'reconnectTimeS',
  ...(['overVoltageV', 'overVoltageTimeS', 'underVoltageV', 'underVoltageTimeS'] as const),
  ...(['promptProtectionV', 'promptProtectionTimeS', 'nominalFrequencyHz'] as const),
  ...(['overFrequencyHz', 'overFrequencyTimeS', 'underFrequencyHz', 'underFrequencyTimeS'] as const),
  'limitPercent',
  'on',
  ...(['batteryMode', 'batteryReservePercent', 'batteryShutdownPercent', 'batteryPeakW'] as const),
] as const;
const PERIOD_FIELDS = ['Action', 'StartMin', 'EndMin', 'PowerW', 'TargetPercent'] as const;
const PERIOD = /^batteryPeriod(\d+)([A-Z]\w*)$/;
const REASONS = [
  ...(['notApproved', 'notWanted', 'withdrawn', 'controlOff', 'gatewayAway', 'noAnswer', 'notReadBack'] as const),
  'deviceLeft' as const,
  'gatewayBusy' as const,
  'replaced' as const,
  ...(['differs', 'malformed', 'unknownCommand', 'unknownDevice', 'unknownParameter', 'outOfRange'] as const),
  ...(['expired', 'notReachable', 'ownerRefused', 'ownerSilent'] as const),
  ...(['downloadFailed', 'checksum', 'signature', 'refused'] as const),
];

const isOf = <Word extends string>(words: readonly Word[], word: string): word is Word =>
  (words as readonly string[]).includes(word);

export const parameterName = (t: TFunction, name: string, title = name): string =>
  isOf(KNOWN, name) ? t(`parameters.known.${name}`) : (periodName(t, name) ?? title);

function periodName(t: TFunction, name: string): string | null {
  const [, n, field = ''] = PERIOD.exec(name) ?? [];
  return isOf(PERIOD_FIELDS, field) ? t(`parameters.period.${field}`, { n }) : null;
}

const DIGITS = 3;
export const valueText = (value: number | null, unit: string): string =>
  value === null ? DASH : `${full(value, DIGITS)} ${unit}`.trim();

const twoDigits = (part: number): string => String(part).padStart(2, '0');
/** Formats a value; of known parameters, values that stand for a word or a time of day are shown as such. */
export function parameterValue(
  t: TFunction,
  { name, unit }: { name: string; unit: string },
  value: number | null,
): string {
  if (value === null) return DASH;
  if (name === 'on') return t(value === 1 ? 'parameters.isOn' : 'parameters.isSwitchedOff');
  const mode = name === 'batteryMode' ? BATTERY_MODES[value - 1] : undefined;
  if (mode) return t(`parameters.mode.${mode}`);
  const field = PERIOD.exec(name)?.[2];
  if (field === 'Action') return t(`parameters.action.${PERIOD_ACTIONS[value - 1] ?? 'none'}`);
  if (field === 'StartMin' || field === 'EndMin')
    return `${twoDigits(Math.floor(value / 60))}:${twoDigits(value % 60)}`;
  return valueText(value, unit);
}

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
