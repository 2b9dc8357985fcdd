// Number of unacknowledged warnings and faults, next to the menu entry of alerts.
import { PATHS } from '@heliograph/contract/pages.ts';
import { useTranslation } from 'react-i18next';
import { useCall } from '../api/useCall.ts';
import { full } from '../format/numbers.ts';
import classes from './AlertCount.module.css';
import type { MenuItem } from './menu.tsx';

const REFETCH_MS = 60_000;

/** Renders nothing at any other entry, or when there are none. */
export function AlertCount({ item }: { item: MenuItem }) {
  return item.path === PATHS.Alerts ? <Count /> : null;
}

function Count() {
  const { t } = useTranslation();
  const { data } = useCall('device/alerts/open', {}, { refetchIntervalMs: REFETCH_MS, isBackground: true });
  if (!data || data.count === 0) return null;
  const n = `${full(data.count, 0)}${data.more ? '+' : ''}`;
  return (
    <span className={`${classes.count} num`} data-level={data.level}>
      <span aria-hidden>{n}</span>
      <span className={classes.said}>{t('menu.openAlerts', { n })}</span>
    </span>
  );
}
