// Over the top of every page while there is no connection: says so, and of when what is shown is.
import { IconCloudOff } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { dataFrom, useIsLost } from '../api/connection.ts';
import { whenText } from '../format/times.ts';
import classes from './ConnectionBar.module.css';

export function ConnectionBar() {
  const { t } = useTranslation();
  const isLost = useIsLost();
  // Another page shows other data.
  useLocation();
  if (!isLost) return null;
  const fromMs = dataFrom();
  return (
    <div className={`${classes.bar} num`} role="alert">
      <IconCloudOff size={16} stroke={1.75} aria-hidden />
      {fromMs === null ? t('connection.lost') : t('connection.lostSince', { time: whenText(fromMs, Date.now()) })}
    </div>
  );
}
