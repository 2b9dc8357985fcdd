// The open alert of a plant with its explanation; nothing while all is well.
import type { Response } from '@heliograph/contract/calls.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './detail.module.css';

/** wire.md: no alert is code "0000". */
const NO_ALERT = '0000';

export function AlertBanner({
  alert,
  className = '',
}: {
  alert: Response<'site/overview'>['alert'];
  className?: string;
}) {
  const { t } = useTranslation();
  if (alert.code === '' || alert.code === NO_ALERT) return null;
  return (
    <section className={`${classes.banner} ${className}`} aria-label={t('plant.alert')}>
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <div>
        <b>{alert.title}</b> <span className="muted num">{t('plant.alertCode', { code: alert.code })}</span>
        {alert.desc && <div>{alert.desc}</div>}
      </div>
    </section>
  );
}
