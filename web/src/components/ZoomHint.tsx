// How a chart of the day is zoomed; where nothing is drawn there is nothing to zoom.
import { useTranslation } from 'react-i18next';
import type { DayData } from './DayChart.tsx';

/** `data` undefined: not there yet. */
export function ZoomHint({ data, className }: { data: Pick<DayData, 'series'> | undefined; className?: string }) {
  const { t } = useTranslation();
  const isEmpty = data?.series.every((line) => line.data.every((value) => value === null)) ?? false;
  return isEmpty ? null : <p className={className}>{t('plant.zoomHint')}</p>;
}
