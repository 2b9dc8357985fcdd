// Target of the link in a mail about a plant: its recipient subscribes or unsubscribes; nothing happens before a button is pressed.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { Button } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../api/failures.ts';
import { queryClient, useCall, useChange } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { useAnnounced } from '../../ui/announcer.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusFrame } from './StatusFrame.tsx';
import classes from './StatusPage.module.css';

function Choice() {
  const { t } = useTranslation();
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  const choice = useCall('mail/choice', { token }, { staleMs: 0 });
  const choose = useChange('mail/choose', ['mail/choice']);
  const { data } = choice;
  const isInvalidLink =
    choice.error instanceof ApiError &&
    [ERROR_CODES.mailLinkNotFound, ERROR_CODES.badRequest].includes(choice.error.code as 400);
  if (isInvalidLink) {
    return (
      <StatusFrame title={t('mailChoice.gone')}>
        <main className={classes.prose}>
          <h1>{t('mailChoice.gone')}</h1>
          <p>{t('mailChoice.goneText')}</p>
        </main>
      </StatusFrame>
    );
  }
  const button = (wants: boolean, label: string) => (
    <Button
      variant={wants ? 'filled' : 'default'}
      loading={choose.isPending}
      onClick={() => choose.mutate({ token, wants })}
    >
      {label}
    </Button>
  );
  const isDigest = data?.about === 'digest';
  const title = isDigest ? t('mailChoice.digestTitle') : t('mailChoice.title', { name: data?.siteName ?? '' });
  const stateText = (state: 'active' | 'waiting' | 'stopped') =>
    isDigest
      ? t(state === 'stopped' ? 'mailChoice.digestStopped' : 'mailChoice.digestActive')
      : t(`mailChoice.${state}`);
  const text =
    data && `${stateText(data.state)} ${data.state === 'stopped' ? '' : t('mailChoice.to', { email: data.email })}`;
  return (
    <StatusFrame title={title}>
      <main className={classes.prose}>
        {choice.error && !data ? (
          <ErrorState error={choice.error} onRetry={() => void choice.refetch()} />
        ) : !data ? (
          <Skeleton height={160} />
        ) : (
          <>
            <h1>{title}</h1>
            <State text={text ?? ''} />
            {choose.error && <Notice kind="error">{messageOf(choose.error, t)}</Notice>}
            <div className={classes.choices}>
              {data.state === 'waiting' && button(true, t('mailChoice.yes'))}
              {data.state === 'stopped' && !isDigest && button(true, t('mailChoice.again'))}
              {data.state !== 'stopped' && button(false, t('mailChoice.stop'))}
            </div>
          </>
        )}
      </main>
    </StatusFrame>
  );
}

/** Whether the mails come; spoken when a press has changed it. */
function State({ text }: { text: string }) {
  useAnnounced(text);
  return <p>{text}</p>;
}

export default function MailChoicePage() {
  return (
    <QueryClientProvider client={queryClient}>
      <Choice />
    </QueryClientProvider>
  );
}
