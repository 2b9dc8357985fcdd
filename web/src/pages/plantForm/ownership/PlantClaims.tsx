// Ownership claims of a plant with their state, and devices whose earlier reports are withheld.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { full } from '../../../format/numbers.ts';
import { dateOf } from '../../../format/times.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import AnswerDialog from './AnswerDialog.tsx';
import ClaimDialog from './ClaimDialog.tsx';

type Claim = Response<'device/ownership'>['list'][number];
type Contested = Response<'device/ownership'>['contested'][number];

const KINDS = { open: 'info', accepted: 'ok', rejected: 'warning' } as const;

export default function PlantClaims({ sid }: { sid: string }) {
  const { t } = useTranslation();
  const { data } = useCall('device/ownership', { sid });
  const [withdrawing, setWithdrawing] = useState<Claim | null>(null);
  const [answering, setAnswering] = useState<Contested | null>(null);
  const [proving, setProving] = useState<string | null>(null);
  if (!data || data.list.length + data.contested.length + data.withheld.length === 0) return null;
  const open = new Set(data.list.filter(({ state }) => state === 'open').map(({ sn }) => sn));
  return (
    <Stack gap="xs" mb="md">
      {data.contested.map((claim) => (
        <ContestedNumber key={claim.id} claim={claim} onAnswer={() => setAnswering(claim)} />
      ))}
      {data.list.map((claim) => (
        <Notice key={claim.id} kind={KINDS[claim.state]}>
          <Group gap="xs">
            <span>
              <b className="num">{claim.sn}</b>{' '}
              {t(`ownership.state.${claim.state}`, {
                claimed: dateOf(claim.claimedIso ?? ''),
                decided: dateOf(claim.decidedIso ?? ''),
              })}
              {claim.decision !== '' && <> {t('ownership.answered', { text: claim.decision })}</>}
            </span>
            {claim.state === 'open' && (
              <Button size="xs" variant="default" onClick={() => setWithdrawing(claim)}>
                {t('ownership.withdraw')}
              </Button>
            )}
          </Group>
        </Notice>
      ))}
      {data.withheld
        .filter(({ sn }) => !open.has(sn))
        .map(({ sn, reports, sinceIso }) => (
          <Notice key={sn} kind="info">
            <Group gap="xs">
              <span>
                <b className="num">{sn}</b>{' '}
                {t('ownership.withheld', { count: reports, reports: full(reports, 0), since: dateOf(sinceIso ?? '') })}
              </span>
              <Button size="xs" variant="default" onClick={() => setProving(sn)}>
                {t('ownership.prove')}
              </Button>
            </Group>
          </Notice>
        ))}
      {withdrawing && <Withdraw sid={sid} claim={withdrawing} onClose={() => setWithdrawing(null)} />}
      {answering && <AnswerDialog sid={sid} id={answering.id} sn={answering.sn} onClose={() => setAnswering(null)} />}
      {proving !== null && <ClaimDialog sid={sid} sn={proving} isOwn onClose={() => setProving(null)} />}
    </Stack>
  );
}

function ContestedNumber({ claim, onAnswer }: { claim: Contested; onAnswer: () => void }) {
  const { t } = useTranslation();
  const { sn, kind, claimedIso, answerUntilIso, answer } = claim;
  return (
    <Notice kind="warning">
      <Group gap="xs">
        <span>
          <b className="num">{sn}</b>{' '}
          {t('ownership.contested', { claimed: dateOf(claimedIso ?? ''), kind: t(`ownership.kinds.${kind}`) })}{' '}
          {answer === null && t('ownership.answerBy', { day: dateOf(answerUntilIso ?? '') })}
          {answer?.agrees && t('ownership.youAgreed')}
          {answer?.agrees === false && t('ownership.youAnswered', { text: answer.text, files: full(answer.files, 0) })}
        </span>
        <Button size="xs" variant="default" onClick={onAnswer}>
          {t(answer ? 'ownership.changeAnswer' : 'ownership.giveAnswer')}
        </Button>
      </Group>
    </Notice>
  );
}

function Withdraw({ sid, claim: { id, sn }, onClose }: { sid: string; claim: Claim; onClose: () => void }) {
  const { t } = useTranslation();
  const withdraw = useChange('device/ownership/withdraw', ['device/ownership']);
  const confirm = () =>
    withdraw.mutate(
      { sid, id },
      {
        onSuccess: () => {
          toastDone(t('ownership.withdrawn', { sn }));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={t('ownership.withdrawTitle', { sn })}
      text={t('ownership.withdrawText')}
      confirmLabel={t('ownership.withdraw')}
      isBusy={withdraw.isPending}
      error={withdraw.error ? messageOf(withdraw.error, t) : null}
    />
  );
}
