// What the server tells once: to be copied and kept. It closes by its button alone, as what is closed by mistake is gone.
import { Button, Group, Stack } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/copy.ts';
import { Dialog } from '../../ui/Dialog.tsx';

interface Props {
  title: string;
  text: string;
  /** What is copied. */
  secret: string;
  kept: string;
  onClose: () => void;
  /** Another way to keep it. */
  way?: ReactNode;
  children: ReactNode;
}

export function ShownOnce({ title, text, secret, kept, onClose, way, children }: Props) {
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
          {way}
          <Button onClick={onClose}>{kept}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
