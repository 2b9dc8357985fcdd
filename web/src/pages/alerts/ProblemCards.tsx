// The open problems of all plants, a card for each plant, the worst first; several are acknowledged at once.
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import { useCall } from '../../api/useCall.ts';
import { type AllAlertsSearch, PAGE_SIZE } from '../../components/alerts/alertSearch.ts';
import { keyOfProblem, type Problem, type ProblemState, problemsOf } from '../../components/alerts/problemsOf.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Pager } from '../../components/list/Pager.tsx';
import { useFound } from '../../components/list/useFound.ts';
import { useLastPage } from '../../components/list/useLastPage.ts';
import { formBar } from '../../ui/barRef.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { isTickable, PlantProblems } from './PlantProblems.tsx';
import { subjectOf } from './ProblemRow.tsx';
import classes from './problems.module.css';

const AcknowledgeDialog = lazyPart(() => import('../../components/alerts/AcknowledgeDialog.tsx'));
const AssignDialog = lazyPart(() => import('./AssignDialog.tsx'));
const REFETCH_MS = 60_000;

interface Props {
  state: ProblemState;
  search: AllAlertsSearch;
  change: (change: AllAlertsSearch) => void;
}

export function ProblemCards({ state, search, change }: Props) {
  const { t } = useTranslation();
  const { page: num = 0 } = search;
  const [chosen, setChosen] = useState<readonly Problem[] | null>(null);
  const [assigning, setAssigning] = useState<readonly Problem[] | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const problems = useCall('problem/list', problemsOf(search, state), {
    keepsPrevious: true,
    refetchIntervalMs: REFETCH_MS,
  });
  const goTo = (page: number) => change({ page: page || undefined });
  const isLeft = useLastPage(problems, { page: num, size: PAGE_SIZE }, goTo);
  const data = isLeft ? undefined : problems.data;
  const { level, code, q, company, assigned } = search;
  useFound(problems.isPlaceholderData ? undefined : data?.total, JSON.stringify([level, code, q, company, assigned]));
  // Ticks of rows that are no longer shown do not count: nobody would see what they acknowledge.
  const selected = data?.list.filter((problem) => ticked.has(keyOfProblem(problem)) && isTickable(problem)) ?? [];
  const tick = (ofPlant: readonly Problem[], isOn: boolean) => {
    const next = new Set(selected.map(keyOfProblem));
    for (const problem of ofPlant) {
      if (isOn) next.add(keyOfProblem(problem));
      else next.delete(keyOfProblem(problem));
    }
    setTicked(next);
  };
  if (!data)
    return (
      <Card>
        {problems.error ? (
          <ErrorState error={problems.error} onRetry={() => void problems.refetch()} compact />
        ) : (
          <RowSkeletons rows={6} height={88} />
        )}
      </Card>
    );
  if (data.list.length === 0) return <NoProblems state={state} search={search} />;
  return (
    <>
      <div className={classes.plants} data-work aria-busy={problems.isPlaceholderData || undefined}>
        {[...Map.groupBy(data.list, ({ sid }) => sid)].map(([sid, ofPlant]) => (
          <PlantProblems
            key={sid}
            problems={ofPlant}
            isOfOpen={state === 'open'}
            // A single problem is acknowledged by its own button.
            ticked={data.list.filter(isTickable).length > 1 ? ticked : null}
            onTick={tick}
            onChoose={(problem) => setChosen([problem])}
            onAssign={setAssigning}
          />
        ))}
      </div>
      {selected.length > 0 && (
        <div ref={formBar} className={classes.selected}>
          <Button onClick={() => setChosen(selected)}>
            {t('alerts.acknowledgeTicked', { count: selected.length })}
          </Button>
          <Button variant="default" onClick={() => setTicked(new Set())}>
            {t('alerts.clearTicks')}
          </Button>
        </div>
      )}
      {data.total > PAGE_SIZE && <Pager page={num} size={PAGE_SIZE} total={data.total} onPage={goTo} />}
      {chosen && (
        <Suspense>
          <AcknowledgeDialog
            alerts={chosen.map((problem) => ({ ...problem, subject: subjectOf(problem, t) }))}
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
      {assigning && (
        <Suspense>
          <AssignDialog problems={assigning} onClose={() => setAssigning(null)} />
        </Suspense>
      )}
    </>
  );
}

function NoProblems({ state, search: { level, code, q, company, assigned } }: Pick<Props, 'state' | 'search'>) {
  const { t } = useTranslation();
  const isFiltered = [level, code, q, company, assigned].some((filter) => filter !== undefined);
  const text = isFiltered ? 'noneFound' : state === 'open' ? 'noProblems' : 'noneAcknowledged';
  return (
    <Card>
      <EmptyState
        icon={<IconCircleCheck className={isFiltered ? undefined : classes.fine} size={24} stroke={1.75} aria-hidden />}
        title={t(`alerts.${text}`)}
        text={t(`alerts.${text}Text`)}
      />
    </Card>
  );
}
