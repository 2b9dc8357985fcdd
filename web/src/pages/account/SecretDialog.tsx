// Shows a secret that the server returns only once. Only its button closes the dialog, so that the secret is not lost by mistake.
import { Button, Group, Stack } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/copy.ts';
import { Dialog } from '../../ui/Dialog.tsx';

interface Props {
  title: string;
  text: string;
  /** Text that the copy button copies. */
  secret: string;
  confirmLabel: string;
  onClose: () => void;
  /** Further button, such as a download. */
  extraAction?: ReactNode;
  children: ReactNode;
}

export function SecretDialog({ title, text, secret, confirmLabel, onClose, extraAction, children }: Props) {
  const { t } = useTranslation();
  const copy = () => void copyText(secret, { done: t('security.copied'), failed: t('security.notCopied') });
  return (
    <Dialog opened onClose={null} title={title}>
      <Stack gap="md">
        <p className="muted">{text}</p>
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />} onClick={copy}>
            {t('security.copy')}
          </Button>
          {extraAction}
          <Button onClick={onClose}>{confirmLabel}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
