// /pvPlant/layout: the layout editor for users who may change the plant; other users are redirected to the read-only view.
import '../../ui/panelStyles.ts';
import { SID_FORM } from '@heliograph/contract/limits.ts';
import { Navigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { isPlantNotFound, PlantNotFound } from '../../components/plant/PlantNotFound.tsx';
import { NoModules } from '../../components/roof/EmptyRoof.tsx';
import { links } from '../../links.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LayoutEditor } from './LayoutEditor.tsx';

export default function LayoutPage() {
  const { sid } = useSearch({ from: '/signedIn/pvPlant/layout' });
  return sid !== undefined && SID_FORM.test(sid) ? <Layout key={sid} sid={sid} /> : <PlantNotFound />;
}

function Layout({ sid }: { sid: string }) {
  const { t } = useTranslation();
  const layout = useCall('site/layoutInfo', { sid }, { staleMs: 0 });
  if (isPlantNotFound(layout.error)) return <PlantNotFound />;
  // A cached response may have an older version, and saving that would be refused.
  if (layout.data && layout.isFetchedAfterMount) {
    if (!layout.data.changeable) return <Navigate {...links.siteDetail(sid, { view: 'layout' })} replace />;
    return <Editor layout={layout.data} />;
  }
  return (
    <>
      <PageHeader title={t('roof.editTitle')} />
      <Card>
        {layout.error ? (
          <ErrorState error={layout.error} onRetry={() => void layout.refetch()} />
        ) : (
          <Skeleton height={560} />
        )}
      </Card>
    </>
  );
}

function Editor({ layout }: { layout: Parameters<typeof LayoutEditor>[0]['layout'] }) {
  const { t } = useTranslation();
  if (layout.modules.length > 0) return <LayoutEditor layout={layout} />;
  return (
    <>
      <PageHeader title={t('roof.editTitle')} facts={<span>{layout.siteName}</span>} />
      <NoModules sid={layout.sid} />
    </>
  );
}
