// Active sessions of the account; one session or all others can be ended.
import type { Response } from '@heliograph/contract/calls.ts';
import { clientName } from '@heliograph/contract/clientName.ts';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import { useCall } from '../../api/useCall.ts';
import { Age } from '../../components/Age.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { dateTime } from '../../format/times.ts';
import { Card } from '../../ui/Card.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import classes from './AccountPage.module.css';

const EndSession = lazyPart(() => import('./EndSession.tsx'));

type Session = Response<'account/sessions'>['list'][number];

export function SessionsCard() {
  const { t } = useTranslation();
  const sessions = useCall('account/sessions', {});
  /** Session to be confirmed in the dialog; `others` for all but this one. */
  const [selected, setSelected] = useState<Session | 'others' | null>(null);
  const list = sessions.data?.list ?? [];
  return (
    <Card
      flush
      title={t('account.sessions')}
      note={t('account.sessionsText')}
      side={
        list.length > 1 && (
          <Button variant="default" size="xs" onClick={() => setSelected('others')}>
            {t('account.endOthers')}
          </Button>
        )
      }
    >
      {sessions.isPending && <RowSkeletons rows={2} height={56} />}
      {sessions.error && !sessions.data && (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} compact />
      )}
      <ul className={classes.sessions}>
        {list.map((session) => (
          <li key={session.id} className={classes.session}>
            <div className={classes.client}>
              <b title={session.client}>{clientName(session.client) ?? t('account.unknownClient')}</b>
              <div className="muted num">{session.address}</div>
            </div>
            <div className={classes.when}>
              <div className={classes.label}>{t('account.since')}</div>
              <span className="num">{dateTime(session.createdAt)}</span>
            </div>
            <div className={classes.when}>
              <div className={classes.label}>{t('account.lastUse')}</div>
              <Age at={session.lastUsedAt} />
            </div>
            <div className={classes.end}>
              {session.current ? (
                <StatusDot tone="ok">{t('account.thisOne')}</StatusDot>
              ) : (
                <Button variant="default" size="xs" onClick={() => setSelected(session)}>
                  {t('account.end')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {selected !== null && (
        <Suspense>
          <EndSession
            id={selected === 'others' ? undefined : selected.id}
            asksPassword={!sessions.data?.byCompany}
            onClose={() => setSelected(null)}
          />
        </Suspense>
      )}
    </Card>
  );
}
