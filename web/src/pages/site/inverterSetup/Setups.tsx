// What was set in many devices at once, the newest first: how far each is, and what can be done with it; opened, the result of every device.
import type { Response } from '@heliograph/contract/calls.ts';
import { COMMAND_STEPS, isOpen } from '@heliograph/contract/commands.ts';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { lazyPart } from '../../../api/loading.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Pager } from '../../../components/list/Pager.tsx';
import { dateTime } from '../../../format/times.ts';
import { RowBones } from '../../../ui/Bones.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import classes from '../parameters/parameters.module.css';
import { parameterName, STEP_TONES, valueText } from '../parameters/words.ts';

const SetupResults = lazyPart(() => import('./SetupResults.tsx'));

type Setup = Response<'configuration/inverter/setupList'>['list'][number];
type Answer = 'approve' | 'refuse' | 'stop';

const SIZE = 10;
/** Its devices are in many plants, none of which this page follows. */
const REFETCH_MS = 5_000;

export function Setups() {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<string>();
  const setups = useCall(
    'configuration/inverter/setupList',
    { page: { size: SIZE, num: page } },
    { keepsPrevious: true, refetchIntervalMs: REFETCH_MS },
  );
  const answer = useChange('configuration/inverter/setupAnswer', ['configuration/inverter/setupList']);
  const { data } = setups;
  if (setups.error && !data) return <ErrorState error={setups.error} onRetry={() => void setups.refetch()} />;
  return (
    <Card flush title={t('inverterSetup.setups')}>
      {answer.error && (
        <div className={classes.part}>
          <Notice kind="error">{messageOf(answer.error, t)}</Notice>
        </div>
      )}
      {!data && <RowBones rows={3} height={48} />}
      {data?.total === 0 && <p className={`${classes.part} muted`}>{t('inverterSetup.noSetups')}</p>}
      {data && data.total > 0 && (
        <ul className={`${classes.commands} num`}>
          {data.list.map((setup) => (
            <SetupLine
              key={setup.id}
              setup={setup}
              isBusy={answer.isPending}
              isOpened={opened === setup.id}
              onOpen={() => setOpened(opened === setup.id ? undefined : setup.id)}
              onAnswer={(given) => answer.mutate({ id: setup.id, answer: given })}
            />
          ))}
        </ul>
      )}
      {data && data.total > SIZE && <Pager page={page} size={SIZE} total={data.total} onPage={setPage} />}
    </Card>
  );
}

interface LineProps {
  setup: Setup;
  isBusy: boolean;
  isOpened: boolean;
  onOpen: () => void;
  onAnswer: (answer: Answer) => void;
}

function SetupLine({ setup, isBusy, isOpened, onOpen, onAnswer }: LineProps) {
  const { t } = useTranslation();
  const { id, modelName, values, askedBy, askedIso, stoppedIso, counts, devices, leftOut, rights } = setup;
  const what = values
    .map(({ name, title, unit, value }) => `${parameterName(t, name, title)}: ${valueText(value, unit)}`)
    .join('; ');
  const steps = COMMAND_STEPS.filter((step) => (counts[step] ?? 0) > 0);
  const done = steps.filter((step) => !isOpen(step)).reduce((sum, step) => sum + counts[step]!, 0);
  const answers: Answer[] = [
    ...(rights.approve ? (['approve', 'refuse'] as const) : []),
    ...(rights.stop ? (['stop'] as const) : []),
  ];
  return (
    <li>
      <div className={classes.what}>
        <span>{what}</span>
        <span className={classes.small}>
          {[modelName, dateTime(askedIso), askedBy, stoppedIso === null ? '' : t('inverterSetup.stopped')]
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
        <progress
          className={classes.progress}
          max={Math.max(1, devices)}
          value={done}
          aria-label={t('inverterSetup.progress', { done, count: devices })}
        />
        <span className={classes.small}>{t('inverterSetup.progress', { done, count: devices })}</span>
      </div>
      <div className={classes.became}>
        {steps.map((step) => (
          <StatusDot key={step} tone={STEP_TONES[step]}>
            {t('inverterSetup.inStep', { step: t(`parameters.step.${step}`), n: counts[step] })}
          </StatusDot>
        ))}
        {leftOut > 0 && <StatusDot tone="warning">{t('inverterSetup.leftOut', { count: leftOut })}</StatusDot>}
      </div>
      <div className={classes.answers}>
        {answers.map((one) => (
          <Button
            key={one}
            size="xs"
            variant={one === 'approve' ? 'filled' : 'default'}
            disabled={isBusy}
            aria-label={t('parameters.actionsOf', { action: t(`inverterSetup.${one}`), what })}
            onClick={() => onAnswer(one)}
          >
            {t(`inverterSetup.${one}`)}
          </Button>
        ))}
        <Button
          size="xs"
          variant="default"
          aria-expanded={isOpened}
          aria-label={t('parameters.actionsOf', { action: t('inverterSetup.results'), what })}
          onClick={onOpen}
        >
          {t('inverterSetup.results')}
        </Button>
      </div>
      {isOpened && (
        <div className={classes.results}>
          <Suspense fallback={<RowBones rows={3} height={40} />}>
            <SetupResults id={id} />
          </Suspense>
        </div>
      )}
    </li>
  );
}
