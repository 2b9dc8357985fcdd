// Notice that an unfinished plant is being continued, with a button to start over.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Age } from '../../components/Age.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './edit.module.css';

export function Resumed({ atMs, onStartOver }: { atMs: number; onStartOver: () => void }) {
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
        <Button variant="subtle" size="compact-sm" onClick={onStartOver}>
          {t('edit.startAnew')}
        </Button>
      </span>
    </Notice>
  );
}
