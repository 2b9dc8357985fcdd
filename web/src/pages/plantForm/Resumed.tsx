// Says that an unfinished plant is being continued, and offers to start over.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Age } from '../../components/Age.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './edit.module.css';

export function Resumed({ atMs, onAnew }: { atMs: number; onAnew: () => void }) {
  const { t } = useTranslation();
  return (
    <Notice kind="info">
      <span className={classes.resumed}>
        <span>
          {t('edit.resumed')}
          {atMs > 0 && (
            <span className="muted">
              {' · '}
              <Age at={atMs / 1000} />
            </span>
          )}
        </span>
        <Button variant="subtle" size="compact-sm" onClick={onAnew}>
          {t('edit.startAnew')}
        </Button>
      </span>
    </Notice>
  );
}
