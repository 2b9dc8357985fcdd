// A small "i" beside a figure that opens where it comes from; without script, so that it costs nothing where it stands often.
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './parts.module.css';

/** `about`: what it tells of, for those who do not see what it stands beside. */
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
