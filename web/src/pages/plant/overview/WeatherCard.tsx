// The seven-day weather forecast of the plant: conditions, solar radiation and temperatures, one row per day.
import type { Response } from '@heliograph/contract/calls.ts';
import type { WeatherIcon } from '@heliograph/contract/weather.ts';
import { IconCloud, IconCloudFog, IconCloudRain, IconCloudSnow, IconCloudStorm, IconSun } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall } from '../../../api/useCall.ts';
import { fixed, full } from '../../../format/numbers.ts';
import { dateTime, dayText } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import classes from './weather.module.css';

type Weather = Response<'site/weather7Day'>;

/** The interval at which the server refreshes the forecast. */
const REFETCH_MS = 30 * 60_000;
const ROW_PX = 36;

const ICONS: Record<WeatherIcon, ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>> = {
  'clear-day': IconSun,
  'partly-cloudy-day': SunAndCloud,
  cloudy: IconCloud,
  fog: IconCloudFog,
  rain: IconCloudRain,
  'showers-day': IconCloudRain,
  snow: IconCloudSnow,
  'snow-showers-day': IconCloudSnow,
  'thunder-rain': IconCloudStorm,
};

/** Drawn by hand, as the icon set has none. */
function SunAndCloud({ size, stroke }: { size: number; stroke: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      aria-hidden
    >
      <g strokeLinecap="round" strokeLinejoin="round">
        <path d="M8 19h9a3.5 3.5 0 0 0 .6-6.95A5 5 0 0 0 8.2 11.1 4 4 0 0 0 8 19z" />
        <path d="M5.2 9.6a4 4 0 0 1 6.3-3.4M9 2v1M3.4 4.4l.7.7M1.5 10h1M14.6 4.4l-.7.7" />
      </g>
    </svg>
  );
}

function Days({ weather: { list, temperatureUnit } }: { weather: Weather }) {
  const { t } = useTranslation();
  const sunniest = Math.max(1, ...list.map(({ sun }) => sun ?? 0));
  // Adding 0 turns -0 into 0.
  const degrees = (value: number | null) => full(value === null ? null : Math.round(value) + 0, 0);
  return (
    <table className={`${classes.days} num`}>
      <colgroup>
        <col style={{ width: 40 }} />
        <col />
        <col className={classes.sun} />
        <col style={{ width: 40 }} />
        <col style={{ width: 36 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t('plant.day')}</th>
          <th scope="col">{t('weather.conditions')}</th>
          <th scope="col">{t('weather.sun')}</th>
          <th scope="col" colSpan={2}>
            {temperatureUnit === 'Fahrenheit' ? '°F' : '°C'}
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((day) => {
          const Icon = day.icon === '' ? null : ICONS[day.icon];
          return (
            <tr key={day.datetime}>
              <th scope="row" title={dayText(day.datetime)}>
                {day.week}
              </th>
              <td>
                <span className={classes.conditions}>
                  {Icon && <Icon size={20} stroke={1.75} aria-hidden />}
                  <span>{day.conditions}</span>
                </span>
              </td>
              <td>
                <span className={classes.bar} aria-hidden>
                  <i style={{ width: `${((day.sun ?? 0) / sunniest) * 100}%` }} />
                </span>
                {fixed(day.sun, 1)}
              </td>
              <td className="muted">{degrees(day.tempMin)}</td>
              <td>{degrees(day.tempMax)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export function WeatherCard({ sid, timeZone }: { sid: string; timeZone: string }) {
  const { t } = useTranslation();
  const { data, error } = useCall('site/weather7Day', { sid }, { refetchIntervalMs: REFETCH_MS });
  const isKnown = data !== undefined && data.list.length > 0;
  return (
    <Card
      title={t('weather.title')}
      note={isKnown ? t('weather.askedAt', { at: dateTime(data.askedAtIso, timeZone) }) : undefined}
      className={classes.card}
    >
      {isKnown && <Days weather={data} />}
      {!isKnown && (data || error) && <p className="muted">{data ? t('weather.failed') : messageOf(error, t)}</p>}
      {!data && !error && <RowSkeletons rows={8} height={ROW_PX} />}
      {isKnown && <p className={classes.source}>{t('weather.source')}</p>}
    </Card>
  );
}
