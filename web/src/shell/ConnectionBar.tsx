// Bar at the top of every page while there is no connection, with the time of the shown data.
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDataFrom, useIsLost } from '../api/connection.ts';
import { whenText } from '../format/times.ts';
import classes from './ConnectionBar.module.css';

export function ConnectionBar() {
  return useIsLost() ? <Bar /> : null;
}

function Bar() {
  const { t } = useTranslation();
  const fromMs = useDataFrom();
  return (
    <div className={`${classes.bar} num`} role="alert">
      <IconCloudOff size={16} stroke={1.75} aria-hidden />
      {fromMs === null ? t('connection.lost') : t('connection.lostSince', { time: whenText(fromMs, Date.now()) })}
    </div>
  );
}
