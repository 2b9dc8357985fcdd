// Alerts of all plants that the user may see: open problems by what they cost, and the history of alerts.
import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { prefetchCall, useCall } from '../../api/useCall.ts';
import { AlertFilters } from '../../components/alerts/AlertFilters.tsx';
import { AlertList } from '../../components/alerts/AlertList.tsx';
import { exportColumns, exportOf, keyOf } from '../../components/alerts/alertExport.ts';
import { type AllAlertsSearch, ASSIGNMENTS, readAlertSearch, STATES } from '../../components/alerts/alertSearch.ts';
import alertClasses from '../../components/alerts/alerts.module.css';
import { alertsOf } from '../../components/alerts/alertsOf.ts';
import { problemState, problemsOf } from '../../components/alerts/problemsOf.ts';
import { Choice } from '../../components/Choice.tsx';
import { WhatIsThis } from '../../components/guide/WhatIsThis.tsx';
import type { ColumnOffer } from '../../components/list/columnChoice.ts';
import { ExportButton } from '../../components/list/ExportButton.tsx';
import { SearchBox } from '../../components/list/SearchBox.tsx';
import { useListSettings } from '../../components/list/useListSettings.ts';
import { ViewsButton } from '../../components/list/ViewsButton.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { TabBar, tabProps } from '../../components/plant/TabBar.tsx';
import { full } from '../../format/numbers.ts';
import { links } from '../../links.ts';
import { CompanyChoice } from './CompanyChoice.tsx';
import { ProblemCards } from './ProblemCards.tsx';
import { problemExport } from './problemExport.ts';
import classes from './problems.module.css';

const NO_COLUMNS: ColumnOffer = { ids: [] };

const historyOf = (search: AllAlertsSearch) => alertsOf({ keywords: search.q, company: search.company }, search);

export function prefetch(raw: Record<string, unknown>): Promise<void>[] {
  const search = readAlertSearch(raw);
  const state = problemState(search);
  return [
    prefetchCall('device/alerts/companies', {}),
    prefetchCall('problem/summary', {}),
    state === null
      ? prefetchCall('device/alerts', historyOf(search))
      : prefetchCall('problem/list', problemsOf(search, state)),
  ];
}

export default function AlertsPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/signedIn/alerts' });
  const navigate = useNavigate();
  const preferences = useListSettings('device/alerts', NO_COLUMNS);
  const state = problemState(search);
  const change = (changed: AllAlertsSearch) =>
    void navigate({ ...links.alerts({ ...search, ...changed }), replace: true, resetScroll: false });
  return (
    <>
      <PageHeader
        title={t('alerts.title')}
        view={t(`alerts.states.${search.state ?? 'open'}`)}
        facts={state === null && search.from === undefined ? t('alerts.lastDays') : undefined}
        isCompact
      >
        <WhatIsThis section="alerts" />
        <ViewsButton
          search={{ ...search, page: undefined }}
          views={preferences.views}
          onChange={preferences.changeViews}
          onOpen={(saved) => void navigate({ ...links.alerts(readAlertSearch({ ...saved })), resetScroll: false })}
        />
        <Export search={search} />
      </PageHeader>
      <StateTabs search={search} />
      <Filters search={search} change={change} />
      {state === null ? (
        <AlertList keywords={search.q} company={search.company} search={search} change={change} hasNoFilters />
      ) : (
        <ProblemCards state={state} search={search} change={change} />
      )}
    </>
  );
}

/** Its requests are those of the list, so that both share one query. */
function Export({ search }: { search: AllAlertsSearch }) {
  const { t } = useTranslation();
  const state = problemState(search);
  const history = useCall('device/alerts', historyOf(search), { keepsPrevious: true, enabled: state === null });
  const problems = useCall('problem/list', problemsOf(search, state ?? 'open'), {
    keepsPrevious: true,
    enabled: state !== null,
  });
  const texts = { file: t('alerts.csv.file') };
  return state === null ? (
    <ExportButton
      {...exportOf({ keywords: search.q, company: search.company }, search)}
      total={history.data?.total ?? 0}
      columns={exportColumns(t)}
      keyOf={keyOf}
      texts={texts}
    />
  ) : (
    <ExportButton {...problemExport(search, state, t)} total={problems.data?.total ?? 0} texts={texts} />
  );
}

/** Open and acknowledged problems with their numbers, ended alerts, and all events. */
function StateTabs({ search }: { search: AllAlertsSearch }) {
  const { t } = useTranslation();
  const { state: current = 'open' } = search;
  const summary = useCall('problem/summary', {}).data;
  const counts = summary && { open: summary.faults + summary.warnings, acknowledged: summary.acknowledged };
  return (
    <TabBar label={t('alerts.state')} open={current}>
      {STATES.map((state) => (
        <Link
          key={state}
          {...links.alerts({ ...search, state: state === 'open' ? undefined : state, page: undefined })}
          {...tabProps(state === current, () => undefined)}
          // Else the router takes the tab without a state for current in every state.
          activeOptions={{ exact: true }}
        >
          {t(`alerts.states.${state}`)}
          {counts && (state === 'open' || state === 'acknowledged') && (
            <span className={`${classes.count} num`}> {full(counts[state], 0)}</span>
          )}
        </Link>
      ))}
    </TabBar>
  );
}

/** The search and the filters in one row; on a phone the filters open below a button. */
function Filters({ search, change }: { search: AllAlertsSearch; change: (change: AllAlertsSearch) => void }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isOfProblems = problemState(search) !== null;
  const own = isOfProblems ? [search.assigned] : [search.from, search.to];
  const set = [search.level, search.code, search.company, ...own];
  const count = set.filter((filter) => filter !== undefined).length;
  return (
    <div className={classes.bar}>
      <SearchBox
        value={search.q ?? ''}
        label={t('alerts.search')}
        onSearch={(q) => change({ q: q || undefined, page: undefined })}
      />
      <Button
        className={classes.filtersButton}
        variant="default"
        leftSection={<IconFilter size={18} stroke={1.75} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('list.filters')}
        {count > 0 && <span className="num">&nbsp;{count}</span>}
      </Button>
      <div className={classes.filters} data-open={isOpen || undefined}>
        <AlertFilters search={search} change={change} isOfProblems={isOfProblems} />
        {isOfProblems && (
          <div className={alertClasses.choice}>
            <Choice
              aria-label={t('alerts.assignment')}
              value={search.assigned ?? ''}
              choices={[
                { value: '', label: t('alerts.anyAssignment') },
                ...ASSIGNMENTS.map((value) => ({ value, label: t(`alerts.assignments.${value}`) })),
              ]}
              onChange={(value) => change({ assigned: ASSIGNMENTS.find((one) => one === value), page: undefined })}
            />
          </div>
        )}
        <CompanyChoice
          className={alertClasses.choice}
          company={search.company}
          onChange={(company) => change({ company, page: undefined })}
        />
      </div>
    </div>
  );
}
