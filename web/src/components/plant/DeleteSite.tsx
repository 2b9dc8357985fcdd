// Deletes a plant after asking once more: its history goes with it, and its serial numbers become free.
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { lazyPart } from '../../api/loading.ts';
import { dropSite, dropUnusedLists, useChange } from '../../api/useCall.ts';
import { toastDone } from '../../ui/toast.tsx';

// With the pages that offer it only the question whether it is asked is loaded.
const ConfirmDialog = lazyPart(() =>
  import('../../ui/ConfirmDialog.tsx').then((file) => ({ default: file.ConfirmDialog })),
);

interface Props {
  /** Null: not asked. */
  site: { sid: string; siteName: string } | null;
  onClose: () => void;
  /** Leaves the page of the plant, if it is one. */
  onDeleted?: () => Promise<void>;
}

const LISTS = ['site/listWithSN', 'overview/siteStatusCounts', 'overview/overview', 'device/list'] as const;

export function DeleteSite({ site, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [wasAsked, setWasAsked] = useState(site !== null);
  if (site && !wasAsked) setWasAsked(true);
  const remove = useChange('site/delete', LISTS);
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = async () => {
    if (!site || remove.isPending) return;
    try {
      await remove.mutateAsync({ sid: site.sid });
    } catch {
      return;
    }
    // Whatever became of this dialog meanwhile: the page may have heard of it, too.
    toastDone(t('saved.deleted'));
    close();
    // The list that is gone to must not begin with the old rows, and the way back must not end at the old plant.
    dropUnusedLists(client, LISTS);
    await onDeleted?.();
    dropSite(client, site.sid);
  };
  if (!wasAsked) return null;
  return (
    <Suspense>
      <ConfirmDialog
        opened={site !== null}
        onClose={close}
        onConfirm={() => void confirm()}
        text={
          <>
            <b style={{ color: 'var(--text)' }}>{t('confirm.plantWhat', { name: site?.siteName ?? '' })}</b>
            <br />
            {t('confirm.plantText')} {t('confirm.cannotRecover')}
          </>
        }
        isBusy={remove.isPending}
        error={remove.error ? messageOf(remove.error, t) : null}
      />
    </Suspense>
  );
}
