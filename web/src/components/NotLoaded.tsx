// Stands where a page or a part of it would be that has not been loaded yet and cannot be now.
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/EmptyState.tsx';

/** `part`: something within a page. */
export function NotLoaded({ part = false }: { part?: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <EmptyState
        compact={part}
        icon={<IconCloudOff size={22} stroke={1.75} aria-hidden />}
        title={t(part ? 'connection.partNotLoaded' : 'connection.pageNotLoaded')}
        text={t('connection.comesBack')}
      />
    </div>
  );
}
