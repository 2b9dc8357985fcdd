// The plants one may see: searched, filtered, sorted and paged by the server, all of it in the address.
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { ColumnsButton } from '../../components/ColumnsButton.tsx';
import { type ColumnChoice, loadColumns, saveColumns } from '../../components/columnChoice.ts';
import bar from '../../components/FilterBar.module.css';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Pager } from '../../components/Pager.tsx';
import { SearchBox } from '../../components/SearchBox.tsx';
import { useDemoProgress } from '../../components/useDemoProgress.ts';
import { full } from '../../format/numbers.ts';
import { links } from '../../links.ts';
import { useMay, useSession } from '../../session/session.ts';
import { COLUMN_OFFER, siteColumns } from './list/columns.tsx';
import { ExportButton } from './list/ExportButton.tsx';
import { FiltersButton } from './list/FiltersButton.tsx';
import type { SiteRow } from './list/figures.ts';
import { isFiltered, type ListState, listStateOf, PAGE_SIZES, requestOf, searchOf } from './list/listState.ts';
import { RowActions } from './list/RowActions.tsx';
import { SiteListBody } from './list/SiteListBody.tsx';
import { StatusChips } from './list/StatusChips.tsx';
import { ViewSwitch } from './list/ViewSwitch.tsx';

const DeleteSite = lazy(() => import('./DeleteSite.tsx').then((file) => ({ default: file.DeleteSite })));

const LIST = 'sites';
const REFRESH_MS = 30_000;

export default function SiteListPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const state = useMemo(() => listStateOf(search), [search]);
  const isPhone = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false });
  const mayCreate = useMay('SiteCreate');
  const uid = useSession().info?.uid;
  const [choice, setChoice] = useState<ColumnChoice>(() => loadColumns(uid, LIST, COLUMN_OFFER));
  const [toDelete, setToDelete] = useState<SiteRow | null>(null);
  const sites = useCall('site/listWithSN', requestOf(state), { keepsPrevious: true, refetchIntervalMs: REFRESH_MS });
  const columns = useMemo(() => siteColumns(t), [t]);
  const titles = useMemo(() => new Map(columns.map(({ id, title }) => [id, title])), [columns]);
  const total = sites.data?.total ?? 0;

  const go = (next: ListState, replace = false) =>
    void navigate({ ...links.sites(searchOf(next)), replace, resetScroll: false });
  const change = (part: Partial<ListState>, replace = false) => go({ ...state, page: 0, ...part }, replace);
  const lastPage = Math.max(0, Math.ceil(total / state.size) - 1);
  const isBeyond = sites.data !== undefined && !sites.isPlaceholderData && state.page > lastPage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list got shorter than the asked page
  useEffect(() => {
    if (isBeyond) go({ ...state, page: lastPage }, true);
  }, [isBeyond, lastPage]);

  const changeColumns = (next: ColumnChoice | null) => {
    saveColumns(uid, LIST, next);
    setChoice(next ?? loadColumns(uid, LIST, COLUMN_OFFER));
  };
  const demoProgress = useDemoProgress();
  /** Nothing to search yet: only the way to the first plant is shown. */
  const isBare = sites.data?.total === 0 && !isFiltered(state);
  const asCards = isPhone || state.view === 'cards';

  return (
    <>
      <PageHeader
        title={t('list.title')}
        count={sites.data && !isBare ? full(total, 0) : undefined}
        facts={demoProgress}
      >
        {!isBare && !isPhone && <ExportButton state={state} total={total} />}
        {mayCreate && !isBare && (
          <Button
            component={Link}
            {...(links.siteCreate() as object)}
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          >
            {t('list.create')}
          </Button>
        )}
      </PageHeader>
      {!isBare && (
        <div className={bar.bar}>
          <SearchBox value={state.q} label={t('list.search')} onSearch={(q) => change({ q }, true)} />
          <StatusChips value={state.status} onChoose={(status) => change({ status })} />
          <div className={bar.side}>
            <FiltersButton state={state} onChange={(filters) => change(filters)} />
            {!asCards && (
              <ColumnsButton titles={titles} choice={choice} fixed={COLUMN_OFFER.fixed} onChange={changeColumns} />
            )}
            {!isPhone && <ViewSwitch value={state.view} onChange={(view) => change({ view, page: state.page })} />}
            {isPhone && <ExportButton state={state} total={total} />}
          </div>
        </div>
      )}
      <SiteListBody
        state={state}
        rows={isBeyond ? undefined : sites.data?.list}
        error={sites.error}
        onRetry={() => void sites.refetch()}
        isWaiting={sites.isPlaceholderData}
        asCards={asCards}
        columns={columns}
        choice={choice}
        actions={(row) => <RowActions row={row} onDelete={setToDelete} />}
        onState={(next) => go(next)}
      />
      {total > 0 && (
        <Pager
          page={state.page}
          size={state.size}
          total={total}
          sizes={PAGE_SIZES}
          onPage={(page) => change({ page })}
          onSize={(size) => change({ size })}
        />
      )}
      {toDelete && (
        <Suspense>
          <DeleteSite site={toDelete} onClose={() => setToDelete(null)} />
        </Suspense>
      )}
    </>
  );
}
