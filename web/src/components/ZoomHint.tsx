// Hint on how to zoom a chart of the day; hidden for an empty chart.
import { useTranslation } from 'react-i18next';
import type { DayData } from './DayChart.tsx';

/** `data`: undefined while loading. */
export function ZoomHint({ data, className }: { data: Pick<DayData, 'series'> | undefined; className?: string }) {
  const { t } = useTranslation();
  const isEmpty = data?.series.every((line) => line.data.every((value) => value === null)) ?? false;
  return isEmpty ? null : <p className={className}>{t('plant.zoomHint')}</p>;
}
