// Asks for confirmation before data is lost; stays open with the error when the action fails.
import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';
import { Notice } from './Notice.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** "Are you sure" by default. */
  title?: string;
  /** "The data cannot be recovered." by default. */
  text?: ReactNode;
  /** "Delete" by default. */
  confirmLabel?: string;
  /** Red, the colour of irreversible actions, by default. */
  confirmColor?: string | undefined;
  isBusy?: boolean;
  /** Already translated. */
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
