// A small "i" next to a figure that opens an explanation; without script, so that many of them cost nothing.
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './parts.module.css';

/** `about`: the subject of the explanation, for screen readers. */
export function InfoTip({ about, children }: { about: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <details className={classes.info} name="info">
      <summary aria-label={t('common.about', { what: about })}>
        <IconInfoCircle size={14} stroke={1.75} aria-hidden />
      </summary>
      <div>{children}</div>
    </details>
  );
}
