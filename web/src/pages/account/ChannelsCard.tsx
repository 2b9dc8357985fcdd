// Channels that notify the user about plants: e-mail, browsers and the user's own programs.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import { useCall } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { useSession } from '../../session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import classes from './AccountPage.module.css';
import { BrowserRows } from './BrowserRows.tsx';
import { DigestChoice } from './DigestChoice.tsx';
import { Fact } from './SignInCard.tsx';

const WebhookDialog = lazyPart(() => import('./WebhookDialog.tsx'));
const WebhookLog = lazyPart(() => import('./WebhookLog.tsx'));

type Webhook = Response<'webhook/list'>['list'][number];

export function ChannelsCard() {
  const { t } = useTranslation();
  const { info } = useSession();
  const webhooks = useCall('webhook/list', {});
  const [opened, setOpened] = useState<{ kind: 'edit' | 'log'; webhook: Webhook } | 'new' | null>(null);
  const close = () => setOpened(null);
  const { data } = webhooks;
  return (
    <Card
      flush
      title={t('channels.title')}
      note={t('channels.text')}
      side={
        <Button variant="default" size="xs" onClick={() => setOpened('new')}>
          {t('channels.add')}
        </Button>
      }
    >
      <ul className={classes.sessions}>
        <li className={`${classes.session} ${classes.wide}`}>
          <div className={classes.client}>
            <b>{t('channels.mail')}</b>
            <div className="muted">{t('channels.mailText', { email: info?.email ?? '' })}</div>
          </div>
        </li>
        <DigestChoice />
        <BrowserRows />
        {data?.list.map((webhook) => (
          <li key={webhook.id} className={`${classes.session} ${classes.two}`}>
            <div className={classes.client}>
              <b>{webhook.name}</b>
              <div className="muted">{new URL(webhook.url).host}</div>
              {webhook.token && <div className="muted">{t('channels.ofToken', { name: webhook.token.name })}</div>}
              {webhook.skipped > 0 && <div className="muted">{t('channels.skipped', { count: webhook.skipped })}</div>}
            </div>
            <Fact label={t('channels.webhook')}>
              <StateOf {...webhook} />
            </Fact>
            <Fact label={t('channels.tells')}>
              {t('channels.eventCount', { count: webhook.events.length })}
              {', '}
              {webhook.plants ? t('channels.plantCount', { count: webhook.plants.length }) : t('channels.allPlants')}
            </Fact>
            <div className={`${classes.end} ${classes.buttons}`}>
              <Button
                variant="default"
                size="xs"
                aria-label={t('channels.logOf', { name: webhook.name })}
                onClick={() => setOpened({ kind: 'log', webhook })}
              >
                {t('channels.log')}
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={t('channels.editOf', { name: webhook.name })}
                onClick={() => setOpened({ kind: 'edit', webhook })}
              >
                {t('channels.edit')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {webhooks.isPending && <RowSkeletons rows={1} height={56} />}
      {webhooks.error && !data && <ErrorState error={webhooks.error} onRetry={() => void webhooks.refetch()} compact />}
      {data?.list.length === 0 && <p className={classes.none}>{t('channels.noneText')}</p>}
      <Suspense>
        {opened === 'new' && <WebhookDialog onClose={close} />}
        {opened !== null && opened !== 'new' && opened.kind === 'edit' && (
          <WebhookDialog webhook={opened.webhook} onClose={close} />
        )}
        {opened !== null && opened !== 'new' && opened.kind === 'log' && (
          <WebhookLog webhook={opened.webhook} onClose={close} />
        )}
      </Suspense>
    </Card>
  );
}

function StateOf({ off, failingSinceIso, waiting }: Webhook) {
  const { t } = useTranslation();
  if (off) return <StatusDot tone="offline">{t(`channels.off.${off}`)}</StatusDot>;
  if (failingSinceIso) return <StatusDot tone="warning">{t('channels.failing', { count: waiting })}</StatusDot>;
  return <StatusDot tone="ok">{t('channels.on')}</StatusDot>;
}
