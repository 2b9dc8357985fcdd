// The icon of a severity, the same on every page: a triangle for a fault, a circle for a warning.
import type { EventLevel } from '@heliograph/contract/events.ts';
import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './alerts.module.css';

const ICONS = { info: IconInfoCircle, warning: IconExclamationCircle, fault: IconAlertTriangle };

/** `isOver`: the alert has ended, so that its icon is grey. */
export function SeverityIcon({
  level,
  isOver = false,
  size = 20,
}: {
  level: EventLevel;
  isOver?: boolean;
  size?: number;
}) {
  const { t } = useTranslation();
  const Icon = ICONS[level];
  return (
    <Icon
      className={classes.severity}
      data-level={isOver ? undefined : level}
      size={size}
      stroke={1.75}
      role="img"
      aria-label={t(`alerts.levels.${level}`)}
    />
  );
}
