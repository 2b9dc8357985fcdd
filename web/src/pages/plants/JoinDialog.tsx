// The dialog in which a person with plants asks for another one.
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Dialog.tsx';
import JoinByDevice from './JoinByDevice.tsx';

export default function JoinDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog opened onClose={onClose} title={t('sites.first.joinButton')}>
      <Stack gap="md">
        <p className="muted">{t('sites.first.deviceText')}</p>
        <JoinByDevice />
      </Stack>
    </Dialog>
  );
}
