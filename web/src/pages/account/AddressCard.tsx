// E-mail address of the account, and the progress of a pending change.
import { Button, Group, Stack } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { lazyPart } from '../../api/loading.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { dateTime } from '../../format/times.ts';
import { Card } from '../../ui/Card.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { toastDone, toastFailed } from '../../ui/toast.tsx';

const ChangeAddressDialog = lazyPart(() => import('./ChangeAddressDialog.tsx'));

export function AddressCard() {
  const { t } = useTranslation();
  const info = useCall('account/info', {});
  const pending = useCall('account/email/pending', {});
  const cancel = useChange('account/email/cancel', ['account/email/pending']);
  const [isChanging, setChanging] = useState(false);
  const change = pending.data?.change ?? null;
  // Reloads the account when the change was completed on another page.
  const isPending = change !== null;
  const { refetch } = info;
  useEffect(() => {
    if (!isPending) void refetch();
  }, [isPending, refetch]);
  const error = info.error ?? pending.error;
  return (
    <Card title={t('account.address.title')}>
      {info.data && pending.data ? (
        <Stack gap="sm" align="flex-start">
          <span className="muted">{t('account.address.text', { email: info.data.email })}</span>
          {change ? (
            <>
              <span>{t('account.address.pending', { email: change.email, time: dateTime(change.expiresIso) })}</span>
              <Group gap="xs">
                <StatusDot tone={change.oldAgreed ? 'ok' : 'offline'}>
                  {t(change.oldAgreed ? 'account.address.oldAgreed' : 'account.address.oldWaits')}
                </StatusDot>
                <StatusDot tone={change.newAgreed ? 'ok' : 'offline'}>
                  {t(change.newAgreed ? 'account.address.newAgreed' : 'account.address.newWaits')}
                </StatusDot>
              </Group>
              <Button
                variant="default"
                loading={cancel.isPending}
                onClick={() =>
                  cancel.mutate(
                    {},
                    {
                      onSuccess: () => toastDone(t('account.address.cancelled')),
                      onError: (failed) => toastFailed(messageOf(failed, t)),
                    },
                  )
                }
              >
                {t('account.address.cancel')}
              </Button>
            </>
          ) : (
            <Button variant="default" onClick={() => setChanging(true)}>
              {t('account.address.change')}
            </Button>
          )}
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void Promise.all([info.refetch(), pending.refetch()])} compact />
      ) : (
        <RowSkeletons rows={2} height={34} />
      )}
      {isChanging && (
        <Suspense>
          <ChangeAddressDialog onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </Card>
  );
}
