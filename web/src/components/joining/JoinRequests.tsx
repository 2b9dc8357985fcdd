// People who ask for access to plants by the serial number of a device, with the answers of those who may share them.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { dateOf } from '../../format/times.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toastDone } from '../../ui/toast.tsx';
import classes from './joining.module.css';

type JoinRequest = Response<'site/joinRequests'>['list'][number];
type Answer = Request<'site/joinRequests/answer'>['answer'];

const PAGE_SIZE = 20;
/** Other people may answer, too. */
const REFRESH_MS = 60_000;

/** The request for a page; cards and rows share the answer of the first one. */
export const pageOfRequests = (sid?: string, num = 0): Request<'site/joinRequests'> => ({
  ...(sid === undefined ? {} : { sid }),
  page: { size: PAGE_SIZE, num },
});

interface Props {
  /** Only of this plant. */
  sid?: string;
  /** Called after an answer that changed the plant. */
  onAccepted?: () => void;
}

export function JoinRequestRows({ sid, onAccepted }: Props) {
  const { t } = useTranslation();
  const [num, setNum] = useState(0);
  const [asked, setAsked] = useState<{ request: JoinRequest; answer: Answer } | null>(null);
  const { data } = useCall('site/joinRequests', pageOfRequests(sid, num), {
    refetchIntervalMs: REFRESH_MS,
    keepsPrevious: true,
  });
  if (!data) return null;
  return (
    <>
      <ul className={classes.rows}>
        {data.list.map((request) => (
          <li key={`${request.sid} ${request.email}`}>
            <RequestText request={request} showsPlant={sid === undefined} />
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={() => setAsked({ request, answer: 'decline' })}>
                {t('joining.decline')}
              </Button>
              {request.mayMakeOwner && (
                <Button size="xs" variant="default" onClick={() => setAsked({ request, answer: 'owner' })}>
                  {t('joining.owner')}
                </Button>
              )}
              <Button size="xs" onClick={() => setAsked({ request, answer: 'guest' })}>
                {t('joining.guest')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {data.total > PAGE_SIZE && (
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" disabled={num === 0} onClick={() => setNum(num - 1)}>
            {t('joining.earlier')}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={(num + 1) * PAGE_SIZE >= data.total}
            onClick={() => setNum(num + 1)}
          >
            {t('joining.later')}
          </Button>
        </Group>
      )}
      {asked && <AnswerDialog {...asked} onClose={() => setAsked(null)} onAccepted={onAccepted} />}
    </>
  );
}

function RequestText({ request, showsPlant }: { request: JoinRequest; showsPlant: boolean }) {
  const { t } = useTranslation();
  const { siteName, name, email, sn, message, askedIso, expiresIso } = request;
  return (
    <div className={classes.person}>
      <b>{name || email}</b>
      <span className="muted">
        {sn === '' ? email : t('joining.from', { email, sn })}
        {showsPlant && ` · ${siteName}`}
      </span>
      <span className="muted">{t('joining.since', { asked: dateOf(askedIso), ends: dateOf(expiresIso) })}</span>
      {message !== '' && <p className={classes.message}>{message}</p>}
    </div>
  );
}

const DONE = { guest: 'joining.shared', owner: 'joining.owned', decline: 'joining.declined' } as const;

/** Asks once more: each answer is hard to take back. */
function AnswerDialog({
  request: { sid, siteName: plant, email },
  answer,
  onClose,
  onAccepted,
}: {
  request: JoinRequest;
  answer: Answer;
  onClose: () => void;
  onAccepted: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const send = useChange('site/joinRequests/answer', [
    ...(['site/joinRequests', 'site/listWithSN', 'site/detail', 'site/overview', 'site/offers'] as const),
  ]);
  const confirm = () =>
    send.mutate(
      { sid, email, answer },
      {
        onSuccess: () => {
          toastDone(t(DONE[answer], { email, plant }));
          if (answer !== 'decline') onAccepted?.();
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={t(`joining.${answer}Title`, { email, plant })}
      text={t(`joining.${answer}Text`)}
      confirmLabel={t(`joining.${answer}`)}
      confirmColor={answer === 'decline' ? 'red' : undefined}
      isBusy={send.isPending}
      error={send.error ? messageOf(send.error, t) : null}
    />
  );
}
