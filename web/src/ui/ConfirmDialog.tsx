// Asks for confirmation before data is lost; stays open with the error when the action fails.
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
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
  /** Name to type before the action can be confirmed. */
  typedName?: string;
  isBusy?: boolean;
  /** Already translated. */
  error?: string | null;
}

/** Spaces at the ends and between words do not count: nobody sees how many there are. */
const sameName = (typed: string, name: string): boolean => oneSpaced(typed) === oneSpaced(name);
const oneSpaced = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

export function ConfirmDialog(props: Props) {
  const { opened, onClose, onConfirm, title, text, confirmLabel, typedName, isBusy, error } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  // The next time the dialog opens, perhaps about another thing, nothing is typed.
  if (!opened && typed !== '') setTyped('');
  const isTyped = typedName === undefined || sameName(typed, typedName);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTyped && !isBusy) onConfirm();
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={title ?? t('confirm.sure')} hasUnsaved={false}>
      <Stack gap="md">
        <div className="muted">{text ?? t('confirm.cannotRecover')}</div>
        {typedName !== undefined && (
          <form onSubmit={submit}>
            <TextInput
              label={t('confirm.typeName', { name: typedName })}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              data-autofocus
            />
          </form>
        )}
        {error && <Notice kind="error">{error}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus={typedName === undefined || undefined}>
            {t('common.cancel')}
          </Button>
          <Button
            color={'confirmColor' in props ? props.confirmColor : 'red'}
            onClick={onConfirm}
            loading={isBusy}
            disabled={!isTyped}
          >
            {confirmLabel ?? t('common.delete')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
