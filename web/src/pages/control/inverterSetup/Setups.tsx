// Bulk changes, newest first: progress and actions of each; expanded, the result of every device.
import type { Response } from '@heliograph/contract/calls.ts';
import { COMMAND_STEPS, isOpen } from '@heliograph/contract/commands.ts';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../api/loading.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import classes from '../../../components/parameters/parameters.module.css';
import { parameterName, STEP_TONES, valueText } from '../../../components/parameters/words.ts';
import { dateTime } from '../../../format/times.ts';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { Answers, LineList, PAGE_SIZE } from '../parameters/LineList.tsx';

const SetupResults = lazyPart(() => import('./SetupResults.tsx'));

type Setup = Response<'configuration/inverter/setupList'>['list'][number];
type Answer = 'approve' | 'refuse' | 'stop';

/** Polls, as the devices belong to many plants and this page subscribes to none. */
const REFETCH_MS = 5_000;

export function Setups() {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<string>();
  const setups = useCall(
    'configuration/inverter/setupList',
    { page: { size: PAGE_SIZE, num: page } },
    { keepsPrevious: true, refetchIntervalMs: REFETCH_MS },
  );
  const answer = useChange('configuration/inverter/setupAnswer', ['configuration/inverter/setupList']);
  return (
    <LineList
      title={t('inverterSetup.setups')}
      emptyText={t('inverterSetup.noSetups')}
      lines={setups}
      answerError={answer.error}
      page={page}
      onPage={setPage}
    >
      {(setup) => (
        <SetupLine
          key={setup.id}
          setup={setup}
          isBusy={answer.isPending}
          isOpened={opened === setup.id}
          onOpen={() => setOpened(opened === setup.id ? undefined : setup.id)}
          onAnswer={(given) => answer.mutate({ id: setup.id, answer: given })}
        />
      )}
    </LineList>
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
  const done = steps.filter((step) => !isOpen(step)).reduce((sum, step) => sum + (counts[step] ?? 0), 0);
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
        <Answers
          answers={answers}
          labelOf={(one) => t(`inverterSetup.${one}`)}
          what={what}
          isBusy={isBusy}
          onAnswer={onAnswer}
        />
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
          <Suspense fallback={<RowSkeletons rows={3} height={40} />}>
            <SetupResults id={id} />
          </Suspense>
        </div>
      )}
    </li>
  );
}
