// Numbers in stock that other companies' gateways announce: who asks, and the answers.
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import type { Response } from '@heliograph/contract/calls.ts';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { dateOf } from '../../../format/times.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toastDone } from '../../../ui/toast.tsx';

type ClaimRequest = Response<'product/sn/requests'>['list'][number];

export function ClaimRequests() {
  const { t } = useTranslation();
  const { data } = useCall('product/sn/requests', {});
  const [opened, setOpened] = useState<{ request: ClaimRequest; accepts: boolean } | null>(null);
  if (!data || data.total === 0) return null;
  return (
    <Notice kind="info">
      <Stack gap="xs">
        <span>{t('snList.requests', { count: data.total })}</span>
        {data.list.map((request) => {
          const { id, sn, companyName: company, askedIso, dueIso } = request;
          return (
            <Group key={id} gap="xs">
              <span>
                <b className="num">{sn}</b>{' '}
                {t('snList.requestOf', { company, asked: dateOf(askedIso), until: dateOf(dueIso) })}
              </span>
              <Button size="xs" onClick={() => setOpened({ request, accepts: true })}>
                {t('snList.release')}
              </Button>
              <Button size="xs" variant="default" onClick={() => setOpened({ request, accepts: false })}>
                {t('snList.refuse')}
              </Button>
            </Group>
          );
        })}
      </Stack>
      {opened && <AnswerDialog {...opened} onClose={() => setOpened(null)} />}
    </Notice>
  );
}

interface AnswerProps {
  request: ClaimRequest;
  accepts: boolean;
  onClose: () => void;
}

function AnswerDialog({ request: { id, sn, companyName: company }, accepts, onClose }: AnswerProps) {
  const { t } = useTranslation();
  const answer = useChange('product/sn/requests/answer', ['product/sn/requests', 'product/sn/list']);
  const confirm = () =>
    answer.mutate(
      { id, sn, accepts },
      {
        onSuccess: () => {
          toastDone(t(accepts ? 'snList.released' : 'snList.refused', { sn }));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={t(accepts ? 'snList.releaseTitle' : 'snList.refuseTitle', { sn, company })}
      text={t(accepts ? 'snList.releaseText' : 'snList.refuseText')}
      confirmLabel={t(accepts ? 'snList.release' : 'snList.refuse')}
      confirmColor={accepts ? undefined : 'red'}
      isBusy={answer.isPending}
      error={answer.error ? messageOf(answer.error, t) : null}
    />
  );
}
