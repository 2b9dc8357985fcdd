// The button that deletes one thing of a list on its own page: asks first, says that it is done, and goes where the rest is.
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
  /** Calls that show it among others. Not the one that shows it alone: asked again it would answer that it is gone, before the page is left. */
  shows: Parameters<typeof useChange>[1];
  title: string;
  text: string;
  done: string;
  next: Link;
}

export function DeleteOne({ call, id, shows, title, text, done, next }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const del = useChange(call, shows);
  const [isAsking, setAsking] = useState(false);
  // Also when this button has gone meanwhile, with the page of what is no longer there.
  const remove = () =>
    void del.mutateAsync({ id }).then(
      () => {
        toastDone(done);
        void navigate({ ...next, replace: true, ignoreBlocker: true });
      },
      // Told in the dialog.
      () => {},
    );
  return (
    <>
      <Button variant="default" color="red" onClick={() => setAsking(true)}>
        {t('common.delete')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => {
          setAsking(false);
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
