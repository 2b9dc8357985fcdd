// A plant without devices, wherever it would show something of them: what to do next, for whom may do it.
import { Button } from '@mantine/core';
import { IconCpu } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { links } from '../../links.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';

interface Props {
  sid: string;
  /** The server lets this session add devices to this plant. */
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
