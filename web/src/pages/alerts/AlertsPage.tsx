// Alerts of all plants that one sees: what goes on first.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { askAhead } from '../../api/useCall.ts';
import { AlertList } from '../../components/alerts/AlertList.tsx';
import { type AllAlertsSearch, alertsOf, readAlertSearch } from '../../components/alerts/alertSearch.ts';
import { SearchBox } from '../../components/list/SearchBox.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';

export function ahead(raw: Record<string, unknown>): Promise<void>[] {
  const search = readAlertSearch(raw);
  return [askAhead('device/alerts', alertsOf({ keywords: search.q }, search))];
}

export default function AlertsPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/signedIn/alerts' });
  const navigate = useNavigate();
  const change = (changed: AllAlertsSearch) =>
    void navigate({ ...links.alerts({ ...search, ...changed }), replace: true, resetScroll: false });
  return (
    <>
      <PageHeader title={t('alerts.title')} facts={t('alerts.allText')} />
      <AlertList
        keywords={search.q}
        search={search}
        change={change}
        beside={
          <SearchBox
            value={search.q ?? ''}
            label={t('alerts.search')}
            onSearch={(q) => change({ q: q || undefined, page: undefined })}
          />
        }
      />
    </>
  );
}
