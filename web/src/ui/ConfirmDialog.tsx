// Asks once more before something is lost; stays open with the reason when it fails.
import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';
import { Notice } from './Notice.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** "Are you sure" unless said. */
  title?: string;
  /** "The data cannot be recovered." unless said. */
  text?: ReactNode;
  /** "Delete" unless said. */
  confirmLabel?: string;
  /** That of what cannot be undone unless said. */
  confirmColor?: string | undefined;
  isBusy?: boolean;
  /** Already in the reader's words. */
  error?: string | null;
}

export function ConfirmDialog(props: Props) {
  const { opened, onClose, onConfirm, title, text, confirmLabel, isBusy, error } = props;
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={title ?? t('confirm.sure')}>
      <Stack gap="md">
        <div className="muted">{text ?? t('confirm.cannotRecover')}</div>
        {error && <Notice kind="error">{error}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button color={'confirmColor' in props ? props.confirmColor : 'red'} onClick={onConfirm} loading={isBusy}>
            {confirmLabel ?? t('common.delete')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
