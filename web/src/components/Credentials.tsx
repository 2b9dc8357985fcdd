// Newly issued device passwords: shown only once, to be copied into the devices or saved as a file.
import '@mantine/core/styles/Stack.layer.css';
import '@mantine/core/styles/Group.layer.css';
import type { Credential } from '@heliograph/contract/entities/device.ts';
import { Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../api/useCall.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { saveCsv } from './csv.ts';
import { PasswordTable } from './PasswordTable.tsx';

interface Props {
  sid: string;
  credentials: readonly Credential[];
}

/** Closed while there are no credentials. It closes only by its button, because passwords closed by mistake are lost. */
export function CredentialsDialog({ onClose, ...props }: Props & { onClose: () => void }) {
  const { t } = useTranslation();
  const { credentials } = props;
  const isOne = credentials.length === 1;
  return (
    <Dialog opened={credentials.length > 0} onClose={null} title={t('credentials.title')} size={560}>
      <Stack gap="md">
        <CredentialList {...props} />
        <Group justify="flex-end" gap="xs">
          <Button onClick={onClose}>{t(isOne ? 'credentials.kept' : 'credentials.keptMany')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

export function CredentialList({ sid, credentials }: Props) {
  const { t } = useTranslation();
  const first = credentials[0];
  const connection = useCall('device/connection', { sid, sn: first?.sn ?? '' }, { enabled: first !== undefined });
  const { mqttPort = null, mqttTlsPort = null } = connection.data ?? {};
  const host = window.location.hostname;
  const ports = [
    mqttPort !== null && t('credentials.port', { port: mqttPort }),
    mqttTlsPort !== null && t('credentials.tlsPort', { port: mqttTlsPort }),
  ].filter((port) => port !== false);
  const save = () =>
    saveCsv(
      t('credentials.fileName'),
      [t('edit.sn'), t('credentials.password'), t('credentials.server'), 'MQTT', 'MQTT TLS'],
      credentials.map(({ sn, password }) => [sn, password, host, mqttPort, mqttTlsPort]),
    );
  return (
    <Stack gap="sm">
      <p className="muted">{t(credentials.length === 1 ? 'credentials.text' : 'credentials.textMany')}</p>
      <PasswordTable credentials={credentials} />
      <Group justify="space-between" gap="xs" mih={36}>
        <span className="num">
          {connection.data && (
            <>
              <span className="muted">{t('credentials.server')}</span>{' '}
              {ports.length > 0 ? `${host}, ${ports.join(', ')}` : t('credentials.serverNone')}
            </>
          )}
        </span>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={save}
        >
          {t('credentials.file')}
        </Button>
      </Group>
    </Stack>
  );
}
