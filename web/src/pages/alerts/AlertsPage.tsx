// Alerts of all plants that one sees: what goes on first.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { askAhead, useCall } from '../../api/useCall.ts';
import { AlertList } from '../../components/alerts/AlertList.tsx';
import { type AllAlertsSearch, alertsOf, readAlertSearch } from '../../components/alerts/alertSearch.ts';
import classes from '../../components/alerts/alerts.module.css';
import { Choice } from '../../components/Choice.tsx';
import { SearchBox } from '../../components/list/SearchBox.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';

export function ahead(raw: Record<string, unknown>): Promise<void>[] {
  const search = readAlertSearch(raw);
  return [
    askAhead('device/alerts/companies', {}),
    askAhead('device/alerts', alertsOf({ keywords: search.q, company: search.company }, search)),
  ];
}

export default function AlertsPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/signedIn/alerts' });
  const navigate = useNavigate();
  const companies = useCall('device/alerts/companies', {}, { staleMs: 300_000 }).data?.list ?? [];
  const change = (changed: AllAlertsSearch) =>
    void navigate({ ...links.alerts({ ...search, ...changed }), replace: true, resetScroll: false });
  return (
    <>
      <PageHeader title={t('alerts.title')} facts={t('alerts.allText')} />
      <AlertList
        keywords={search.q}
        company={search.company}
        search={search}
        change={change}
        beside={
          <>
            {companies.length > 1 && (
              <div className={classes.choice}>
                <Choice
                  aria-label={t('alerts.company')}
                  value={String(search.company ?? '')}
                  choices={[
                    { value: '', label: t('alerts.anyCompany') },
                    ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
                  ]}
                  onChange={(id) => change({ company: id === '' ? undefined : Number(id), page: undefined })}
                />
              </div>
            )}
            <SearchBox
              value={search.q ?? ''}
              label={t('alerts.search')}
              onSearch={(q) => change({ q: q || undefined, page: undefined })}
            />
          </>
        }
      />
    </>
  );
}
