// Asks once more before something is lost; stays open with the reason when it fails.
import './panelStyles.ts';
import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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
  isBusy?: boolean;
  /** Already in the reader's words. */
  error?: string | null;
}

export function ConfirmDialog({ opened, onClose, onConfirm, title, text, confirmLabel, isBusy, error }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title ?? t('confirm.sure')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <div className="muted">{text ?? t('confirm.cannotRecover')}</div>
        {error && <Notice kind="error">{error}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button color="red" onClick={onConfirm} loading={isBusy}>
            {confirmLabel ?? t('common.delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
