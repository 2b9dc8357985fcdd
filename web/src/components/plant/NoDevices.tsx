// Placeholder for the devices of a plant without any, with the next step for users who may add devices.
import { Button } from '@mantine/core';
import { IconCpu } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { links } from '../../links.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';

interface Props {
  sid: string;
  /** The session may add devices to this plant, according to the server. */
  mayRegister: boolean;
  compact?: boolean;
}

export function NoDevices({ sid, mayRegister, compact = false }: Props) {
  const { t } = useTranslation();
  return (
    <EmptyState
      compact={compact}
      icon={<IconCpu size={22} stroke={1.75} aria-hidden />}
      title={t('plant.noDevices')}
      text={t(mayRegister ? 'plant.noDevicesText' : 'plant.noDevicesTextReader')}
      action={
        mayRegister && (
          <Button renderRoot={(props) => <Link {...props} {...links.siteEdit(sid)} />}>{t('plant.addDevices')}</Button>
        )
      }
    />
  );
}
