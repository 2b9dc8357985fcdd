// What is spoken after another day or period was chosen.
import type { TFunction } from 'i18next';
import { energyLike, full, inline, wireNumber } from '../../format/numbers.ts';

interface Loading {
  /** It belongs to what was chosen before. */
  isPlaceholderData: boolean;
  error: unknown;
}

/** Returns the energy, or that there is none; null while it loads, '' after a failure, which is an alert of its own. */
export function energyResult(
  { data, error, isPlaceholderData }: Loading & { data: { power: string } | undefined },
  t: TFunction,
): string | null {
  if (error) return '';
  if (!data || isPlaceholderData) return null;
  const energyKwh = wireNumber(data.power);
  return energyKwh === null ? t('chart.noData') : inline(energyLike(energyKwh, []));
}

/** Returns that a chart has no values, else ''; null while it loads. */
export function chartResult(
  { data, error, isPlaceholderData }: Loading & { data: { series: { data: (number | null)[] }[] } | undefined },
  t: TFunction,
): string | null {
  if (error) return '';
  if (!data || isPlaceholderData) return null;
  return data.series.every((line) => line.data.every((value) => value === null)) ? t('chart.noData') : '';
}

/** Returns the number of readings, or that there are none; null while they load. */
export function readingsResult(
  { data, error, isPlaceholderData }: Loading & { data: { total: number } | undefined },
  t: TFunction,
): string | null {
  if (error) return '';
  if (!data || isPlaceholderData) return null;
  if (data.total === 0) return t('chart.noData');
  return t('history.count', { count: data.total, samples: full(data.total, 0) });
}
