// Button on a detail page that deletes its object: confirms, reports success, and opens the list.
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useChange } from '../../api/useCall.ts';
import type { links } from '../../links.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toastDone } from '../../ui/toast.tsx';

type Link = ReturnType<(typeof links)['document' | 'documentation' | 'firmwares']>;

interface Props {
  call: 'configuration/documentation/del' | 'configuration/ota/del';
  id: number;
  /** Calls of the lists that contain it. Not the call of the detail page: a refetch would report a missing object before the page is left. */
  invalidates: Parameters<typeof useChange>[1];
  title: string;
  text: string;
  done: string;
  next: Link;
}

export function DeleteButton({ call, id, invalidates, title, text, done, next }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const del = useChange(call, invalidates);
  const [isConfirming, setConfirming] = useState(false);
  // Runs even if this button is unmounted meanwhile, together with its page.
  const remove = () =>
    void del.mutateAsync({ id }).then(
      () => {
        toastDone(done);
        void navigate({ ...next, replace: true, ignoreBlocker: true });
      },
      // The dialog shows the error.
      () => {},
    );
  return (
    <>
      <Button variant="default" color="red" onClick={() => setConfirming(true)}>
        {t('common.delete')}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => {
          setConfirming(false);
          del.reset();
        }}
        onConfirm={remove}
        title={title}
        text={text}
        isBusy={del.isPending}
        error={del.error ? messageOf(del.error, t) : null}
      />
    </>
  );
}
