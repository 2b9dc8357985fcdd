// One roll-out: progress of its waves, actions, devices and history.
import type { Response } from '@heliograph/contract/calls.ts';
import type { RolloutAnswer } from '@heliograph/contract/rollouts.ts';
import { ROLLOUT_STEPS } from '@heliograph/contract/rollouts.ts';
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../api/failures.ts';
import { useCall, useChange } from '../../../../api/useCall.ts';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { full } from '../../../../format/numbers.ts';
import { dateTime } from '../../../../format/times.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { RowSkeletons } from '../../../../ui/Skeleton.tsx';
import { StatusDot } from '../../../../ui/StatusDot.tsx';
import { RolloutDevices } from './RolloutDevices.tsx';
import RolloutForm from './RolloutForm.tsx';
import classes from './rollout.module.css';
import { REFETCH_MS, TONES } from './words.ts';

const ANSWERS = ['pause', 'resume', 'stop'] as const satisfies RolloutAnswer[];

export default function RolloutView({ id, onShow }: { id: string; onShow: (id: string) => void }) {
  const { t } = useTranslation();
  const [isStopping, setStopping] = useState(false);
  const [isRollingBack, setRollingBack] = useState(false);
  const detail = useCall('configuration/ota/rollout/detail', { id }, { refetchIntervalMs: REFETCH_MS });
  const answer = useChange('configuration/ota/rollout/answer', [
    'configuration/ota/rollout/detail',
    'configuration/ota/rollout/list',
    'configuration/ota/rollout/devices',
  ]);
  const { data } = detail;
  if (detail.error && !data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />;
  if (!data) return <RowSkeletons rows={4} height={48} />;
  const { rollout, waves, history } = data;
  const { plan, rights, revision, watchedIso, wave: currentWave, firmwareId } = rollout;
  const send = (word: RolloutAnswer) =>
    answer.mutate({ id, answer: word, revision }, { onSuccess: () => setStopping(false) });
  return (
    <div className={classes.part}>
      <Waves waves={waves} current={currentWave} watchedIso={watchedIso} />
      <p className="muted">
        {t('rollout.ruleText', {
          most: plan.mostFailed,
          failed: plan.mostFailedPercent,
          silent: plan.mostSilentPercent,
          hours: plan.withinH,
          pause: pauseText(t, plan.watchMin),
        })}
      </p>
      {rollout.asksOwners && <p className="muted">{t('rollout.asking')}</p>}
      {answer.error && !isStopping && <Notice kind="error">{messageOf(answer.error, t)}</Notice>}
      <div className={classes.end}>
        {ANSWERS.filter((word) => rights[word]).map((word) => (
          <Button
            key={word}
            size="xs"
            variant="default"
            loading={answer.isPending && answer.variables.answer === word}
            disabled={answer.isPending}
            onClick={() => (word === 'stop' ? setStopping(true) : send(word))}
          >
            {t(`rollout.${word}`)}
          </Button>
        ))}
        {rights.back && !isRollingBack && (
          <Button size="xs" variant="default" onClick={() => setRollingBack(true)}>
            {t('rollout.back')}
          </Button>
        )}
      </div>
      {isRollingBack && (
        <RolloutForm firmwareId={firmwareId} returns={id} onCancel={() => setRollingBack(false)} onBegun={onShow} />
      )}
      <RolloutDevices id={id} />
      <h3>{t('rollout.history')}</h3>
      <History history={history} />
      <ConfirmDialog
        opened={isStopping}
        onClose={() => setStopping(false)}
        onConfirm={() => send('stop')}
        title={t('rollout.stopTitle')}
        text={t('rollout.stopText')}
        confirmLabel={t('rollout.stop')}
        isBusy={answer.isPending}
        error={answer.error ? messageOf(answer.error, t) : null}
      />
    </div>
  );
}

const pauseText = (t: TFunction, minutes: number): string =>
  minutes > 0 && minutes % 60 === 0
    ? t('rollout.pauseHours', { n: full(minutes / 60, 0) })
    : t('rollout.pauseMinutes', { n: full(minutes, 0) });

type Detail = Response<'configuration/ota/rollout/detail'>;

interface WavesProps extends Pick<Detail, 'waves'> {
  /** Index of the running wave. */
  current: number;
  watchedIso: string | null;
}

/** Number of devices of each wave by step. */
function Waves({ waves, current, watchedIso }: WavesProps) {
  const { t } = useTranslation();
  return (
    <ol className={classes.devices}>
      {waves.map(({ counts }, wave) => {
        const steps = ROLLOUT_STEPS.filter((step) => (counts[step] ?? 0) > 0);
        const all = steps.reduce((sum, step) => sum + (counts[step] ?? 0), 0);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a wave is identified by its index
          <li key={wave}>
            <span className={classes.what}>
              <b>{t('rollout.wave', { wave: wave + 1 })}</b>
              <span className={classes.small}>{t('rollout.devices', { count: all })}</span>
            </span>
            <span className={`${classes.counts} num`}>
              {steps.map((step) => (
                <StatusDot key={step} tone={TONES[step]}>
                  {t('rollout.inStep', { step: t(`rollout.step.${step}`), n: counts[step] })}
                </StatusDot>
              ))}
            </span>
            <span className={classes.small}>
              {watchedIso !== null && wave === current && t('rollout.watched', { at: dateTime(watchedIso) })}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function History({ history }: Pick<Detail, 'history'>) {
  const { t } = useTranslation();
  return (
    <ul className={classes.history}>
      {history.map(({ what, atIso, by, wave, reason }) => (
        <li key={`${atIso} ${what} ${wave}`}>
          {t(`rollout.deed.${what}`, { wave: wave + 1 })}
          {reason !== '' && `: ${t(`rollout.reason.${reason}`)}`}{' '}
          <span className={classes.small}>{[dateTime(atIso), by].filter((part) => part !== '').join(' · ')}</span>
        </li>
      ))}
    </ul>
  );
}
