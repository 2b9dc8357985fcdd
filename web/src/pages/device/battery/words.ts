// Battery settings as text.
import type { BatteryProblem, BatterySettings, DayPart } from '@heliograph/contract/batterySettings.ts';
import type { TFunction } from 'i18next';
import { DASH, full, percent as shareText } from '../../../format/numbers.ts';
import { clockText } from './draft.ts';

export const percentText = (value: number | null): string => shareText(value === null ? null : value / 100, 1);
export const wattsText = (value: number | null): string => (value === null ? DASH : `${full(value, 0)} W`);

export const partText = (t: TFunction, { does, powerW, percent }: DayPart): string =>
  t(`battery.does.${does}`, { power: wattsText(powerW), percent: percentText(percent) });

export const spanText = ({ fromMin, toMin }: Pick<DayPart, 'fromMin' | 'toMin'>): string =>
  `${clockText(fromMin)}–${clockText(toMin)}`;

/** Returns name and text of all settings in a fixed order, so that two sets can be compared row by row. */
export function settingRows(
  t: TFunction,
  settings: BatterySettings | null,
  rows: { hasPeak: boolean; periods: number },
): { name: string; text: string }[] {
  const { hasPeak, periods } = rows;
  return [
    { name: t('battery.mode'), text: settings ? t(`battery.modes.${settings.mode}.name`) : DASH },
    { name: t('battery.reserve'), text: percentText(settings?.reservePercent ?? null) },
    { name: t('battery.shutdown'), text: percentText(settings?.shutdownPercent ?? null) },
    ...(hasPeak ? [{ name: t('battery.peak'), text: wattsText(settings?.peakW ?? null) }] : []),
    ...Array.from({ length: periods }, (_, i) => {
      const period = settings?.periods[i];
      return {
        name: t('battery.period', { n: i + 1 }),
        text: period
          ? `${spanText(period)}, ${partText(t, { ...period, does: period.action, percent: period.targetPercent })}`
          : DASH,
      };
    }),
  ];
}

export function problemText(t: TFunction, problem: BatteryProblem): string {
  switch (problem.word) {
    case 'outOfRange':
    case 'powerOutOfRange':
    case 'targetOutOfRange': {
      const { min, max, step } = problem.range;
      return t('parameters.range', { min: full(min), max: full(max), step: full(step) });
    }
    case 'aboveRating':
      return t('battery.problem.aboveRating', { rated: wattsText(problem.ratedW) });
    case 'tooManyPeriods':
      return t('battery.problem.tooManyPeriods', { most: problem.most });
    default:
      return t(`battery.problem.${problem.word}`);
  }
}
