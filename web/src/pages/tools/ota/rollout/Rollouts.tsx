// Roll-outs of a firmware, newest first, each expandable; and the form of a new one.
import { ROLLOUT_STEPS } from '@heliograph/contract/rollouts.ts';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRolloutNotifications } from '../../../../api/liveNudges.ts';
import { lazyPart } from '../../../../api/loading.ts';
import { useCall } from '../../../../api/useCall.ts';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { Pager } from '../../../../components/list/Pager.tsx';
import { NeedsFactor } from '../../../../components/NeedsFactor.tsx';
import { dateTime } from '../../../../format/times.ts';
import { Card } from '../../../../ui/Card.tsx';
import { RowSkeletons } from '../../../../ui/Skeleton.tsx';
import { StatusDot } from '../../../../ui/StatusDot.tsx';
import type { FirmwareDetail } from '../firmwareForm.ts';
import classes from './rollout.module.css';
import { REFETCH_MS, ROLLOUT_TONES, type Rollout, stateText, TONES } from './words.ts';

const RolloutForm = lazyPart(() => import('./RolloutForm.tsx'));
const RolloutView = lazyPart(() => import('./RolloutView.tsx'));

const SIZE = 5;

export default function Rollouts({ firmware }: { firmware: FirmwareDetail }) {
  const { t } = useTranslation();
  const { id } = firmware;
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<string>();
  const [isCreating, setCreating] = useState(false);
  const rollouts = useCall(
    'configuration/ota/rollout/list',
    { id, page: { size: SIZE, num: page } },
    { keepsPrevious: true, refetchIntervalMs: REFETCH_MS },
  );
  const { data } = rollouts;
  // Covers the opened roll-out, which is one of the list.
  useRolloutNotifications(data?.list.map((rollout) => rollout.id) ?? []);
  if (rollouts.error && !data) return <ErrorState error={rollouts.error} onRetry={() => void rollouts.refetch()} />;
  const show = (rollout: string) => {
    setCreating(false);
    setPage(0);
    setOpened(rollout);
  };
  return (
    <Card
      flush
      title={t('rollout.title')}
      side={
        data?.mayBegin &&
        firmware.isPublished &&
        !isCreating && (
          <Button size="xs" onClick={() => setCreating(true)}>
            {t('rollout.new')}
          </Button>
        )
      }
    >
      <div className={classes.part}>
        <p className="muted">{t('rollout.text')}</p>
        {data?.needsSecondFactor && <NeedsFactor text={t('rollout.needsSecond')} way={t('ota.toAccount')} />}
      </div>
      {isCreating && (
        <Suspense fallback={<RowSkeletons rows={5} height={56} />}>
          <RolloutForm firmwareId={id} onCancel={() => setCreating(false)} onBegun={show} />
        </Suspense>
      )}
      {!data && <RowSkeletons rows={2} height={56} />}
      {data?.total === 0 && <p className={`${classes.part} muted`}>{t('rollout.none')}</p>}
      {data && data.total > 0 && (
        <ul className={classes.list}>
          {data.list.map((rollout) => (
            <Line
              key={rollout.id}
              rollout={rollout}
              isOpened={opened === rollout.id}
              onOpen={() => setOpened(opened === rollout.id ? undefined : rollout.id)}
              onShow={show}
            />
          ))}
        </ul>
      )}
      {data && data.total > SIZE && <Pager page={page} size={SIZE} total={data.total} onPage={setPage} />}
    </Card>
  );
}

interface LineProps {
  rollout: Rollout;
  isOpened: boolean;
  onOpen: () => void;
  onShow: (id: string) => void;
}

function Line({ rollout, isOpened, onOpen, onShow }: LineProps) {
  const { t } = useTranslation();
  const { id, devices, askedBy, askedIso, counts, returns, state } = rollout;
  const what = t(returns === null ? 'rollout.of' : 'rollout.backOf', { count: devices });
  return (
    <li>
      <div className={classes.line}>
        <div className={classes.what}>
          <b>{what}</b>
          <span className={classes.small}>
            {[dateTime(askedIso), askedBy].filter((part) => part !== '').join(' · ')}
          </span>
        </div>
        <div className={classes.what}>
          <StatusDot tone={ROLLOUT_TONES[state]}>{stateText(t, rollout)}</StatusDot>
          <span className={`${classes.counts} num`}>
            {ROLLOUT_STEPS.filter((step) => (counts[step] ?? 0) > 0).map((step) => (
              <StatusDot key={step} tone={TONES[step]}>
                {t('rollout.inStep', { step: t(`rollout.step.${step}`), n: counts[step] })}
              </StatusDot>
            ))}
          </span>
        </div>
        <Button
          size="xs"
          variant="default"
          aria-expanded={isOpened}
          aria-label={t('rollout.detailsOf', { what, at: dateTime(askedIso) })}
          onClick={onOpen}
        >
          {t('rollout.details')}
        </Button>
      </div>
      {isOpened && (
        <Suspense fallback={<RowSkeletons rows={4} height={48} />}>
          <RolloutView id={id} onShow={onShow} />
        </Suspense>
      )}
    </li>
  );
}
