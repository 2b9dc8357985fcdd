// Notices of frames that arrive under one serial number from several sources, or were refused; empty without such events.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { dateTime } from '../../../format/times.ts';
import { Notice } from '../../../ui/Notice.tsx';

export function SourceNotices({
  events,
  className,
}: {
  events: Response<'site/overview'>['sourceEvents'];
  className?: string;
}) {
  const { t } = useTranslation();
  if (events.length === 0) return null;
  return (
    <section className={className} aria-label={t('plant.sources')}>
      {events.map(({ sn, code, title, desc, sinceIso }) => (
        <Notice key={`${sn} ${code}`} kind="warning">
          <b>{title}</b> {sinceIso && <span className="muted">{t('plant.since', { at: dateTime(sinceIso) })}</span>}
          <br />
          {desc}
        </Notice>
      ))}
    </section>
  );
}
