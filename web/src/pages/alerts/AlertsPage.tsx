// Alerts of all plants that the user may see, open ones first.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { prefetchCall, useCall } from '../../api/useCall.ts';
import { AlertList } from '../../components/alerts/AlertList.tsx';
import { exportColumns, exportOf, keyOf } from '../../components/alerts/alertExport.ts';
import { type AllAlertsSearch, readAlertSearch } from '../../components/alerts/alertSearch.ts';
import classes from '../../components/alerts/alerts.module.css';
import { alertsOf } from '../../components/alerts/alertsOf.ts';
import type { ColumnOffer } from '../../components/list/columnChoice.ts';
import { ExportButton } from '../../components/list/ExportButton.tsx';
import { SearchBox } from '../../components/list/SearchBox.tsx';
import { useListSettings } from '../../components/list/useListSettings.ts';
import { ViewsButton } from '../../components/list/ViewsButton.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';
import { CompanyChoice } from './CompanyChoice.tsx';

const NO_COLUMNS: ColumnOffer = { ids: [] };

export function prefetch(raw: Record<string, unknown>): Promise<void>[] {
  const search = readAlertSearch(raw);
  return [
    prefetchCall('device/alerts/companies', {}),
    prefetchCall('device/alerts', alertsOf({ keywords: search.q, company: search.company }, search)),
  ];
}

export default function AlertsPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/signedIn/alerts' });
  const navigate = useNavigate();
  const preferences = useListSettings('device/alerts', NO_COLUMNS);
  // Same request as the list's, so that both share one query.
  const query = useCall('device/alerts', alertsOf({ keywords: search.q, company: search.company }, search), {
    keepsPrevious: true,
  });
  const change = (changed: AllAlertsSearch) =>
    void navigate({ ...links.alerts({ ...search, ...changed }), replace: true, resetScroll: false });
  return (
    <>
      <PageHeader title={t('alerts.title')} facts={t('alerts.allText')}>
        <ExportButton
          {...exportOf({ keywords: search.q, company: search.company }, search)}
          total={query.data?.total ?? 0}
          columns={exportColumns(t)}
          keyOf={keyOf}
          texts={{ file: t('alerts.csv.file') }}
        />
      </PageHeader>
      <AlertList
        keywords={search.q}
        company={search.company}
        search={search}
        change={change}
        beside={
          <>
            <CompanyChoice
              className={classes.choice}
              company={search.company}
              onChange={(company) => change({ company, page: undefined })}
            />
            <SearchBox
              value={search.q ?? ''}
              label={t('alerts.search')}
              onSearch={(q) => change({ q: q || undefined, page: undefined })}
            />
            <ViewsButton
              search={{ ...search, page: undefined }}
              views={preferences.views}
              onChange={preferences.changeViews}
              onOpen={(saved) => void navigate({ ...links.alerts(readAlertSearch({ ...saved })), resetScroll: false })}
            />
          </>
        }
      />
    </>
  );
}
