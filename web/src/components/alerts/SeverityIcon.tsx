// The icon of a severity with its colour and name.
import type { EventLevel } from '@heliograph/contract/events.ts';
import { useTranslation } from 'react-i18next';
import { SEVERITY_ICONS } from '../severity.tsx';
import classes from './alerts.module.css';

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
  const Icon = SEVERITY_ICONS[level];
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
