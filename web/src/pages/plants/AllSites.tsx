// The list of plants visible to the user, problems first, with search, filters, views, map and export for thousands of plants.
import { Button } from '@mantine/core';
import { IconPlus, IconSolarPanel } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import { JoinNotice } from '../../components/joining/JoinNotice.tsx';
import { ListPage } from '../../components/list/ListPage.tsx';
import { addTexts } from '../../i18n/start.ts';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { siteColumns } from './columns.tsx';
import { ReportsButton } from './ReportsButton.tsx';
import { RowActions } from './RowActions.tsx';
import { SiteCard } from './SiteCard.tsx';
import { SiteTotals } from './SiteTotals.tsx';
import { StatusChips } from './StatusChips.tsx';
import { siteFields } from './siteFields.ts';
import { type SiteRow, siteList } from './siteList.ts';
import { useDemoProgress } from './useDemoProgress.ts';
import { useIsInstaller } from './useIsInstaller.ts';

const SiteMap = lazyPart(async () => {
  const [file] = await Promise.all([import('./SiteMap.tsx'), addTexts(['map'])]);
  return file;
});
const DeleteSite = lazyPart(() =>
  import('../../components/plant/DeleteSite.tsx').then((file) => ({ default: file.DeleteSite })),
);

export function AllSites() {
  const { t } = useTranslation();
  const mayCreate = usePermission('SiteCreate');
  const demoProgress = useDemoProgress();
  const [toDelete, setToDelete] = useState<SiteRow | null>(null);
  const isInstaller = useIsInstaller();
  const columns = useMemo(() => siteColumns(t, { isInstaller }), [t, isInstaller]);
  const create = mayCreate && (
    <Button
      renderRoot={(props) => <Link {...props} {...links.siteCreate()} />}
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
    >
      {t('sites.create')}
    </Button>
  );
  const actions = (row: SiteRow) => <RowActions row={row} onDelete={setToDelete} />;
  return (
    <>
      <JoinNotice />
      <ListPage
        list={siteList}
        columns={columns}
        fields={siteFields(t)}
        texts={{
          title: t('sites.title'),
          facts: (
            <>
              <SiteTotals />
              {demoProgress}
            </>
          ),
          search: t('sites.search'),
          empty: {
            icon: <IconSolarPanel size={24} stroke={1.75} aria-hidden />,
            title: t('sites.empty'),
            text: t(mayCreate ? 'sites.emptyText' : 'sites.emptyTextReader'),
            action: create,
          },
          noMatches: { title: t('sites.noneFound'), text: t('sites.noneFoundText') },
          file: t('sites.csvFile'),
        }}
        keyOf={(row) => row.sid}
        linkOf={(row) => links.siteDetail(row.sid)}
        pinnedColumns={2}
        barControls={({ filters }, set) => (
          <StatusChips value={filters.status} onChoose={(status) => set({ status })} />
        )}
        head={
          <>
            <ReportsButton />
            {create}
          </>
        }
        actions={actions}
        card={(row) => <SiteCard row={row} actions={actions(row)} />}
        cardPx={170}
        map={(state, onAt) => (
          <Suspense fallback={<Skeleton height={560} />}>
            <SiteMap filters={siteList.requestOf(state).filters} at={state.at} onAt={onAt} />
          </Suspense>
        )}
      />
      {toDelete && (
        <Suspense>
          <DeleteSite site={toDelete} onClose={() => setToDelete(null)} />
        </Suspense>
      )}
    </>
  );
}
