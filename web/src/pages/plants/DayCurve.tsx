// The curve of today on a plant's card: production, or what supplies a home where more is measured; a picture without tools.
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import chart from '../../components/chart/chart.module.css';
import { homePicture } from '../../components/chart/homePicture.ts';
import { CONSUMPTION, homeSeries, homeView } from '../../components/chart/homeView.ts';
import { lineLabel, lineLook } from '../../components/chart/lines.ts';
import { PowerPicture } from '../../components/chart/PowerPicture.tsx';
import type { PowerView } from '../../components/chart/powerOption.ts';
import { powerPicture } from '../../components/chart/powerPicture.ts';
import { REFETCH_MS, useClock } from '../../components/plant/useToday.ts';
import { dayIn, dayText } from '../../format/times.ts';
import classes from './SiteList.module.css';
import type { SiteRow } from './siteList.ts';

const HEIGHT = 200;

export default function DayCurve({ row }: { row: SiteRow }) {
  const { t } = useTranslation();
  const nowMs = useClock();
  const place = useRef<HTMLDivElement>(null);
  const [widthPx, setWidth] = useState(0);
  const day = dayIn(nowMs, row.timezone);
  const { data } = useCall(
    'site/statistics/echarts',
    { sid: row.sid, types: 1, date: day, withFlows: true, withSoc: true },
    { keepsPrevious: true, refetchIntervalMs: REFETCH_MS },
  );
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const view = useMemo((): PowerView | undefined => {
    if (!data) return undefined;
    const lines = data.series.length > 1 ? homeSeries(data.series) : data.series;
    return {
      slots: data.xAxisIso,
      lines: lines.map(({ name, unit, data: values }) => ({
        ...lineLook(name, unit),
        name,
        unit,
        label: lineLabel(name, t),
        data: values,
      })),
      sun: data.sun,
      nowMs,
      likeW: row.powerMax,
    };
  }, [data, nowMs, row.powerMax, t]);
  const isHome = view?.lines.some(({ name }) => name === CONSUMPTION || name === 'From grid');
  const picture =
    view &&
    widthPx > 0 &&
    (isHome ? homePicture(homeView(view), widthPx, HEIGHT) : powerPicture(view, widthPx, HEIGHT));
  const hasValues = view?.lines.some((line) => line.data.some((value) => value !== null));
  const names = view?.lines.map(({ label }) => label).join(', ');
  return (
    <div
      ref={place}
      className={classes.curve}
      style={{ height: HEIGHT }}
      role="img"
      aria-label={
        view && hasValues
          ? t('chart.linesLabel', { name: row.siteName, day: dayText(day), lines: names, units: 'W' })
          : t('chart.noDataOfDay')
      }
    >
      {picture && <PowerPicture of={picture} />}
      {view && !hasValues && <div className={chart.over}>{t('chart.noDataOfDay')}</div>}
    </div>
  );
}
