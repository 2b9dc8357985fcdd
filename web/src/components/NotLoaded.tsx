// Placeholder for a page, or a part of one, that cannot be loaded without a connection.
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/EmptyState.tsx';

/** `part`: in place of a part of a page. */
export function NotLoaded({ part = false }: { part?: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      compact={part}
      icon={<IconCloudOff size={22} stroke={1.75} aria-hidden />}
      title={t(part ? 'connection.partNotLoaded' : 'connection.pageNotLoaded')}
      text={t('connection.comesBack')}
    />
  );
}
