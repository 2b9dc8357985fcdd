// Archive of all data of the user before the account is deleted: request, progress and download.
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { download } from '../../../api/post.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { saveFile } from '../../../components/csv.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { full } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { useAnnounced } from '../../../ui/announcer.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { toastFailed } from '../../../ui/toast.tsx';

/** Interval while the archive is being built. */
const POLL_MS = 2000;
const MB = 1024 * 1024;

export function ArchiveCard() {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const query = useCall('account/archive', {}, isBusy ? { refetchIntervalMs: POLL_MS } : {});
  const request = useChange('account/archive/ask', ['account/archive']);
  const downloading = useMutation({
    mutationFn: () => download('account/archive/fetch', {}),
    networkMode: 'always',
    onSuccess: ({ name, content }) => saveFile(content, name || 'archive.zip'),
    onError: (error) => toastFailed(messageOf(error, t)),
  });
  const archive = query.data?.archive ?? null;
  const readyText =
    archive?.state === 'ready'
      ? t('unsubscribe.archiveReady', {
          size: full(Math.max(archive.bytes / MB, 0.01), 2),
          time: dateTime(archive.untilIso),
        })
      : '';
  useAnnounced(query.data && readyText);
  const isBuilding = archive?.state === 'waiting';
  if (isBuilding !== isBusy) setBusy(isBuilding);
  const requestButton = (label: string) => (
    <Button
      variant="default"
      loading={request.isPending}
      onClick={() => request.mutate({}, { onError: (error) => toastFailed(messageOf(error, t)) })}
    >
      {label}
    </Button>
  );
  return (
    <Card title={t('unsubscribe.archiveTitle')}>
      <Stack gap="sm" align="flex-start">
        <span className="muted">{t('unsubscribe.archiveText')}</span>
        {!query.data && !query.error && <RowSkeletons rows={1} height={36} />}
        {!query.data && query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} compact />}
        {query.data && archive === null && requestButton(t('unsubscribe.archiveAsk'))}
        {archive?.state === 'waiting' && (
          <>
            <progress value={archive.donePlants} max={archive.plants || 1} aria-label={t('unsubscribe.archiveTitle')} />
            <span className="muted num">
              {t('unsubscribe.archiveMaking', { done: full(archive.donePlants, 0), all: full(archive.plants, 0) })}
            </span>
          </>
        )}
        {archive?.state === 'ready' && (
          <>
            <Button loading={downloading.isPending} onClick={() => downloading.mutate()}>
              {t('unsubscribe.archiveFetch')}
            </Button>
            <span className="muted num">{readyText}</span>
          </>
        )}
        {archive?.state === 'failed' && (
          <>
            <Notice kind="error">{t(`unsubscribe.archiveFailed.${archive.failure ?? 'fault'}`)}</Notice>
            {requestButton(t('unsubscribe.archiveAgain'))}
          </>
        )}
      </Stack>
    </Card>
  );
}
