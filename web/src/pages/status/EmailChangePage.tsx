// Target of the links mailed for a change of address: each side agrees or cancels; nothing happens before a button is pressed.
import type { Response } from '@heliograph/contract/calls.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { Button } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../api/failures.ts';
import { queryClient, useCall, useChange } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { dateTime } from '../../format/times.ts';
import { useAnnounced } from '../../ui/announcer.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { HomeButton } from './HomeButton.tsx';
import { StatusFrame } from './StatusFrame.tsx';
import classes from './StatusPage.module.css';

const isInvalidLink = (error: Error | null): boolean =>
  error instanceof ApiError && [ERROR_CODES.emailChangeNotFound, ERROR_CODES.badRequest].includes(error.code as 400);

function EmailChange() {
  const { t } = useTranslation();
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  const query = useCall('email-change/look', { token }, { staleMs: 0 });
  const answer = useChange('email-change/answer', []);
  const { data } = query;
  const title = t('emailChange.title');
  useAnnounced(answer.data && data ? t(`emailChange.${OUTCOMES[answer.data.state]}`, { newEmail: data.newEmail }) : '');
  const frame = (content: ReactNode) => (
    <StatusFrame title={title}>
      <main className={classes.prose}>{content}</main>
    </StatusFrame>
  );
  if (isInvalidLink(query.error) || isInvalidLink(answer.error))
    return frame(
      <>
        <h1>{t('emailChange.gone')}</h1>
        <p>{t('emailChange.goneText')}</p>
        <div className={classes.choices}>
          <HomeButton />
        </div>
      </>,
    );
  if (query.error && !data) return frame(<ErrorState error={query.error} onRetry={() => void query.refetch()} />);
  if (!data) return frame(<Skeleton height={160} />);
  const { state } = answer.data ?? { state: data.hasAgreed ? ('waiting' as const) : null };
  return frame(
    <>
      <h1>{title}</h1>
      {state === null && <Question {...data} />}
      {state && <p>{t(`emailChange.${OUTCOMES[state]}`, { newEmail: data.newEmail })}</p>}
      {answer.error && <Notice kind="error">{messageOf(answer.error, t)}</Notice>}
      <div className={classes.choices}>
        {state === null && (
          <Button loading={answer.isPending} onClick={() => answer.mutate({ token, accepts: true })}>
            {t('emailChange.agree')}
          </Button>
        )}
        {(state === null || state === 'waiting') && (
          <Button variant="default" loading={answer.isPending} onClick={() => answer.mutate({ token, accepts: false })}>
            {t('emailChange.end')}
          </Button>
        )}
      </div>
    </>,
  );
}

const OUTCOMES = { waiting: 'agreed', changed: 'changed', ended: 'ended' } as const;

function Question({ side, oldEmail, newEmail, expiresIso }: Response<'email-change/look'>) {
  const { t } = useTranslation();
  return (
    <p>
      {side === 'old' ? t('emailChange.old', { email: oldEmail, newEmail }) : t('emailChange.new', { newEmail })}{' '}
      {t('emailChange.until', { time: dateTime(expiresIso) })}
    </p>
  );
}

export default function EmailChangePage() {
  return (
    <QueryClientProvider client={queryClient}>
      <EmailChange />
    </QueryClientProvider>
  );
}
