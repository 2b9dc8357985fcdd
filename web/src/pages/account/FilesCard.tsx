// Sample files that the account has requested, of all plants.
import { IconFileExport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FileList } from '../../components/files/FileList.tsx';
import { useFiles } from '../../components/files/useFiles.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';

export function FilesCard() {
  const { t } = useTranslation();
  const files = useFiles({});
  const { data } = files;
  return (
    <div id="files">
      <Card title={t('files.title')} note={t('files.kept')}>
        {!data && !files.error && <RowSkeletons rows={2} height={48} />}
        {!data && files.error && <ErrorState error={files.error} onRetry={() => void files.refetch()} compact />}
        {data?.total === 0 && (
          <EmptyState
            compact
            icon={<IconFileExport size={24} stroke={1.75} aria-hidden />}
            title={t('files.none')}
            text={t('files.noneText')}
          />
        )}
        {data && data.list.length > 0 && <FileList files={data.list} withNames />}
      </Card>
    </div>
  );
}
