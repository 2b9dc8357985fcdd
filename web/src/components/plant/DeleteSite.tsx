// Deletes a plant after a confirmation: its history is deleted too, and its serial numbers become available.
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { lazyPart } from '../../api/loading.ts';
import { dropSite, dropUnusedLists, useChange } from '../../api/useCall.ts';
import { toastDone } from '../../ui/toast.tsx';

// Pages that offer the deletion do not load its dialog.
const ConfirmDialog = lazyPart(() =>
  import('../../ui/ConfirmDialog.tsx').then((file) => ({ default: file.ConfirmDialog })),
);

interface Props {
  /** The plant to delete; null while the dialog is closed. */
  site: { sid: string; siteName: string } | null;
  onClose: () => void;
  /** Leaves the page of the plant, when the dialog is on it. */
  onDeleted?: () => Promise<void>;
}

const LISTS = ['site/listWithSN', 'overview/siteStatusCounts', 'overview/overview', 'device/list'] as const;

export function DeleteSite({ site, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [wasOpened, setWasOpened] = useState(site !== null);
  if (site && !wasOpened) setWasOpened(true);
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
    // Shown even if this dialog was closed meanwhile, because the page may have noticed the deletion as well.
    toastDone(t('saved.deleted'));
    close();
    // The next list must not show the old rows, and going back must not show the deleted plant.
    dropUnusedLists(client, LISTS);
    await onDeleted?.();
    dropSite(client, site.sid);
  };
  if (!wasOpened) return null;
  return (
    <Suspense>
      <ConfirmDialog
        opened={site !== null}
        onClose={close}
        typedName={site?.siteName ?? ''}
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
