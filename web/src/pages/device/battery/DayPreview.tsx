// Preview of 24 hours of the battery, drawn from the settings that would be sent; and the effect of the next clock change on its periods.
import {
  type BatterySettings,
  type ClockMove,
  dayOfBattery,
  MINUTES_A_DAY,
  minutesOn,
} from '@heliograph/contract/batterySettings.ts';
import { useTranslation } from 'react-i18next';
import { dayText } from '../../../format/times.ts';
import classes from './battery.module.css';
import { clockText } from './draft.ts';
import { partText, spanText } from './words.ts';

const WIDTH = 960;
const HALF = 44;
const HOURS = [0, 6, 12, 18, 24];
const x = (minutes: number): number => (minutes / MINUTES_A_DAY) * WIDTH;

interface Props {
  settings: BatterySettings;
  clockMove: (ClockMove & { day: string }) | null;
}

export function DayPreview({ settings, clockMove }: Props) {
  const { t } = useTranslation();
  const parts = dayOfBattery(settings);
  const maxW = Math.max(1, ...parts.map(({ powerW }) => powerW ?? 0));
  const affected =
    clockMove && settings.mode === 'timeOfUse'
      ? settings.periods.flatMap((period, i) => {
          const minutes = minutesOn(period, clockMove);
          return minutes === minutesOn(period, { atMin: 0, byMin: 0 }) ? [] : [{ n: i + 1, minutes }];
        })
      : [];
  return (
    <figure className={classes.preview}>
      <figcaption>{t('battery.preview')}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${2 * HALF}`} preserveAspectRatio="none" aria-hidden>
        {parts.map((part) => {
          const { fromMin, toMin, does, powerW } = part;
          const barHeight = powerW === null ? 6 : Math.max(8, (powerW / maxW) * (HALF - 2));
          const y = does === 'discharge' ? HALF - barHeight : does === 'charge' ? HALF : HALF - barHeight / 2;
          return (
            <rect key={fromMin} x={x(fromMin)} y={y} width={x(toMin - fromMin)} height={barHeight} data-does={does} />
          );
        })}
        <line x1={0} x2={WIDTH} y1={HALF} y2={HALF} />
        {HOURS.slice(1, -1).map((hour) => (
          <line key={hour} x1={x(hour * 60)} x2={x(hour * 60)} y1={0} y2={2 * HALF} data-hour />
        ))}
      </svg>
      <div className={`${classes.hours} num`} aria-hidden>
        {HOURS.map((hour) => (
          <span key={hour}>{clockText(hour * 60)}</span>
        ))}
      </div>
      <ol className={`${classes.parts} num`}>
        {parts.map((part) => (
          <li key={part.fromMin}>
            <i data-does={part.does} aria-hidden />
            <span>{spanText(part)}</span>
            <span>{partText(t, part)}</span>
          </li>
        ))}
      </ol>
      {clockMove && affected.length > 0 && (
        <p className="muted">
          {t(clockMove.byMin > 0 ? 'battery.clockOn' : 'battery.clockBack', { day: dayText(clockMove.day) })}{' '}
          {affected.map(({ n, minutes }) => t('battery.lasts', { n, time: clockText(minutes) })).join(' ')}
        </p>
      )}
    </figure>
  );
}
