// The requests for access to one plant, on the page where it is shared. Renders nothing without any.
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { Card } from '../../ui/Card.tsx';
import { JoinRequestRows, pageOfRequests } from './JoinRequests.tsx';
import classes from './joining.module.css';

export default function JoinCard({ sid, onAccepted }: { sid: string; onAccepted: () => void }) {
  const { t } = useTranslation();
  const { data } = useCall('site/joinRequests', pageOfRequests(sid));
  if (!data || data.total === 0) return null;
  return (
    <div className={classes.notice}>
      <Card title={t('joining.title')}>
        <p className="muted">{t('joining.text')}</p>
        <JoinRequestRows sid={sid} onAccepted={onAccepted} />
      </Card>
    </div>
  );
}
