// Creates a plant, or edits the plant that the URL names.
import '../../ui/panelStyles.ts';
import { SID_FORM } from '@heliograph/contract/limits.ts';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { isPlantNotFound, PlantNotFound } from '../../components/plant/PlantNotFound.tsx';
import { usePermission } from '../../session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FigureSkeleton, RowSkeletons } from '../../ui/Skeleton.tsx';
import { EditSite } from './EditSite.tsx';
import { Wizard } from './Wizard.tsx';

export default function SiteEditPage() {
  const { sid, at, waiting } = useSearch({ from: '/signedIn/pvPlant/edit' });
  const mayCreate = usePermission('SiteCreate');
  if (sid !== undefined) return SID_FORM.test(sid) ? <ExistingSite key={sid} sid={sid} at={at} /> : <PlantNotFound />;
  return mayCreate ? <Wizard key={waiting} waiting={waiting} /> : <NotAllowed />;
}

function ExistingSite({ sid, at }: { sid: string; at: 'shareWith' | 'publicLinks' | undefined }) {
  const { t } = useTranslation();
  const detail = useCall('site/detail', { sid }, { staleMs: 0 });
  if (isPlantNotFound(detail.error)) return <PlantNotFound />;
  // A cached response may have an older version, and saving that would be refused.
  if (detail.data && detail.isFetchedAfterMount) {
    const { update, addDevices, removeDevices } = detail.data.rights;
    return update || addDevices || removeDevices ? <EditSite detail={detail.data} at={at} /> : <NotAllowed />;
  }
  return (
    <>
      <PageHeader title={t('edit.editTitle')} />
      <Card flush>
        {detail.error ? (
          <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
        ) : (
          <>
            <div style={{ padding: 24 }}>
              <FigureSkeleton />
            </div>
            <RowSkeletons rows={14} height={64} />
          </>
        )}
      </Card>
    </>
  );
}

function NotAllowed() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('edit.editTitle')} />
      <Card flush>
        <EmptyState title={t('statusPages.forbiddenTitle')} text={t('edit.notAllowed')} />
      </Card>
    </>
  );
}
