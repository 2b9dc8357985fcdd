// Age of a live value: updates continuously, turns grey and shows an icon once the value is no longer live.
import { IconClockPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { msOf } from '../format/times.ts';
import { Age, useIsStale } from './Age.tsx';
import classes from './parts.module.css';

interface Props {
  at: string | number | null | undefined;
  /** Seconds between expected uploads; a value older than three of them is stale. */
  uploadEveryS: number;
  timeZone?: string;
  /** "updated 40 s ago" instead of the age alone. */
  isLong?: boolean;
}

export function LiveAge({ at, uploadEveryS, timeZone, isLong = false }: Props) {
  const { t } = useTranslation();
  const isStale = useIsStale(at, uploadEveryS);
  return (
    <span className={classes.age} data-stale={isStale || undefined}>
      {isStale && <IconClockPause size={14} stroke={1.75} aria-label={t('plant.stale')} />}
      {isLong && msOf(at) === null ? (
        <span>{t('plant.notYetData')}</span>
      ) : (
        <>
          {isLong && <span>{t(isStale ? 'plant.lastData' : 'plant.updated')}</span>}
          <Age at={at} timeZone={timeZone} />
        </>
      )}
    </span>
  );
}
