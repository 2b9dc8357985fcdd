// Renewal of the password of an MQTT device: after a confirmation, the component that uses the hook shows the password once.
import type { Credential } from '@heliograph/contract/entities/device.ts';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useChange } from '../../api/useCall.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

interface Renewal {
  /** Issued credentials that the user has not confirmed as saved. */
  issued: Credential[];
  /** Opens the confirmation. */
  button: ReactNode;
  confirmation: ReactNode;
  onSaved: () => void;
}

export function useRenewal(sn: string): Renewal {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [issued, setIssued] = useState<Credential[]>([]);
  const renew = useChange('device/credential', ['device/connection']);
  const close = () => {
    setAsking(false);
    renew.reset();
  };
  return {
    issued,
    onSaved: () => setIssued([]),
    button: (
      <Button
        variant="default"
        leftSection={<IconKey size={18} stroke={1.75} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('connection.renew')}
      </Button>
    ),
    confirmation: (
      <ConfirmDialog
        opened={isAsking}
        onClose={close}
        title={t('connection.renewTitle', { sn })}
        text={t('connection.renewText')}
        confirmLabel={t('connection.renew')}
        isBusy={renew.isPending}
        error={renew.error ? messageOf(renew.error, t) : null}
        onConfirm={() =>
          renew.mutate(
            { sn },
            {
              onSuccess: (credential) => {
                setIssued([credential]);
                close();
              },
            },
          )
        }
      />
    ),
  };
}
