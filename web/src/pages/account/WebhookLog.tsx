// Deliveries of a webhook, newest first: answer and next attempt of each; sends a test and resends a message.
import type { Response } from '@heliograph/contract/calls.ts';
import { DELIVERY_LOG_DAYS } from '@heliograph/contract/limits.ts';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { dateTime } from '../../format/times.ts';
import { useAnnounced } from '../../ui/announcer.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx';
import { toastFailed } from '../../ui/toast.tsx';
import classes from './AccountPage.module.css';
import { eventWord } from './eventWord.ts';

type Delivery = Response<'webhook/deliveries'>['list'][number];
const PAGE = 10;
const TONES: Record<Delivery['state'], Tone> = { waiting: 'accent', sent: 'ok', failed: 'fault', dropped: 'offline' };

export default function WebhookLog({
  webhook,
  onClose,
}: {
  webhook: Response<'webhook/list'>['list'][number];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [num, setNum] = useState(0);
  const log = useCall(
    'webhook/deliveries',
    { id: webhook.id, page: { size: PAGE, num } },
    { refetchIntervalMs: 3000, keepsPrevious: true },
  );
  const test = useChange('webhook/test', ['webhook/deliveries']);
  const fail = (error: unknown) => toastFailed(messageOf(error, t));
  const { data } = log;
  const total = data?.total ?? 0;
  const newest = num === 0 ? data?.list[0] : undefined;
  useAnnounced(
    newest && `${t(`channels.events.${eventWord(newest.event)}`)}: ${t(`channels.states.${newest.state}`)}`,
    newest && `${newest.deliveryId} ${newest.state}`,
  );
  return (
    <Dialog opened onClose={onClose} size="lg" title={t('channels.logTitle', { name: webhook.name })}>
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <span className="muted">{t('channels.logText', { days: DELIVERY_LOG_DAYS })}</span>
          <Button
            size="xs"
            disabled={webhook.off !== null}
            // Stays enabled while the call runs: a button that is disabled meanwhile loses the focus.
            onClick={() => {
              if (!test.isPending) test.mutate({ id: webhook.id }, { onSuccess: () => setNum(0), onError: fail });
            }}
          >
            {t('channels.sendTest')}
          </Button>
        </Group>
        {log.isPending && <RowSkeletons rows={2} height={72} />}
        {log.error && !data && <ErrorState error={log.error} onRetry={() => void log.refetch()} compact />}
        {total === 0 && data && <p className="muted">{t('channels.logNone')}</p>}
        <ul className={classes.log}>
          {data?.list.map((delivery) => (
            <Row key={delivery.deliveryId} delivery={delivery} isOff={webhook.off !== null} />
          ))}
        </ul>
        {total > PAGE && (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" size="xs" disabled={num === 0} onClick={() => setNum(num - 1)}>
              {t('channels.newer')}
            </Button>
            <Button variant="default" size="xs" disabled={(num + 1) * PAGE >= total} onClick={() => setNum(num + 1)}>
              {t('channels.older')}
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  );
}

function Row({ delivery, isOff }: { delivery: Delivery; isOff: boolean }) {
  const { t } = useTranslation();
  const resend = useChange('webhook/sendAgain', ['webhook/deliveries']);
  const { deliveryId, event, siteName, atIso, state, tries, status, failure, durationMs, answer, nextTryIso } =
    delivery;
  const outcome =
    status !== null ? `HTTP ${status}` : failure ? t(`channels.failures.${failure}`) : t('channels.notYet');
  return (
    <li>
      <div>
        <b>{t(`channels.events.${eventWord(event)}`)}</b>
        {siteName !== '' && <div>{siteName}</div>}
        <div className="muted num">{dateTime(atIso)}</div>
      </div>
      <div>
        <StatusDot tone={TONES[state]}>{t(`channels.states.${state}`)}</StatusDot>
        <div className="muted num">
          {outcome}
          {/* The text of a timeout already contains its duration. */}
          {status !== null && durationMs !== null && `, ${t('channels.took', { ms: durationMs })}`}
          {tries > 1 && `, ${t('channels.tries', { count: tries })}`}
        </div>
        {nextTryIso && tries > 0 && (
          <div className="muted num">{t('channels.nextTry', { time: dateTime(nextTryIso) })}</div>
        )}
      </div>
      <Button
        variant="default"
        size="xs"
        disabled={isOff}
        onClick={() => {
          if (!resend.isPending)
            resend.mutate({ deliveryId }, { onError: (error) => toastFailed(messageOf(error, t)) });
        }}
      >
        {t('channels.again')}
      </Button>
      {answer !== '' && (
        <details>
          <summary>{t('channels.answer')}</summary>
          <pre>{answer}</pre>
        </details>
      )}
    </li>
  );
}
