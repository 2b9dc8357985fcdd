// Shown where content failed to load: the error, as worded by the specification or the server, and a retry; without a connection, a note that it loads automatically.
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsLost } from '../api/connection.ts';
import { isUnanswered, messageOf } from '../api/failures.ts';
import classes from '../ui/ui.module.css';
import { NotLoaded } from './NotLoaded.tsx';

interface Props {
  error: unknown;
  onRetry?: () => void;
  /** Title of the error; "This part could not be loaded" by default. */
  title?: string;
  compact?: boolean;
}

export function ErrorState({ error, onRetry, title, compact = false }: Props) {
  const { t } = useTranslation();
  const isLost = useIsLost();
  // The query cache fetches again as soon as there is a connection.
  if (isLost && isUnanswered(error)) return <NotLoaded part />;
  return (
    <div className={classes.state} data-compact={compact || undefined} role="alert">
      <div className={classes.stateIcon} data-kind="error">
        <IconAlertTriangle size={22} stroke={1.75} aria-hidden />
      </div>
      <div className={classes.stateTitle}>{title ?? t('errors.pageFailed')}</div>
      <div className={classes.stateText}>{messageOf(error, t)}</div>
      {onRetry && (
        <Button className={classes.stateAction} variant="default" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  );
}
