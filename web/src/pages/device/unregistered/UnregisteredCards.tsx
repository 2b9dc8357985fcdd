// Unregistered devices on a phone: one card each, in the same order.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Age } from '../../../components/Age.tsx';
import { full, inline, power } from '../../../format/numbers.ts';
import type { UnregisteredRow } from '../UnregisteredPage.tsx';
import classes from './unregistered.module.css';

interface Props {
  rows: readonly UnregisteredRow[];
  action?: (row: UnregisteredRow) => ReactNode;
}

export function UnregisteredCards({ rows, action }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={classes.cards} aria-label={t('unregistered.title')}>
      {rows.map((row) => (
        <li key={row.sn} className={classes.card}>
          <div className={classes.head}>
            <b className="num">{row.sn}</b>
            <Age at={row.lastUpdateIso} />
          </div>
          <div className="muted num">
            {row.modelName || t('unregistered.unknownProduct')} · {inline(power(row.now))} · {full(row.frames, 0)}{' '}
            {t('unregistered.frames')}
          </div>
          {action?.(row)}
        </li>
      ))}
    </ul>
  );
}
