// Deletes a plant after asking once more: its history goes with it, and its serial numbers become free.
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useChange } from '../../api/useCall.ts';
import { toastDone } from '../../ui/toast.tsx';

// With the pages that offer it only the question whether it is asked is loaded.
const ConfirmDialog = lazy(() =>
  import('../../ui/ConfirmDialog.tsx').then((file) => ({ default: file.ConfirmDialog })),
);

interface Props {
  /** Null: not asked. */
  site: { sid: string; siteName: string } | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteSite({ site, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
  const [wasAsked, setWasAsked] = useState(site !== null);
  if (site && !wasAsked) setWasAsked(true);
  const remove = useChange('site/delete', [
    'site/listWithSN',
    'overview/siteStatusCounts',
    'overview/overview',
    'device/list',
  ]);
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = () => {
    if (!site || remove.isPending) return;
    remove.mutate(
      { sid: site.sid },
      {
        onSuccess: () => {
          toastDone(t('saved.deleted'));
          close();
          onDeleted?.();
        },
      },
    );
  };
  if (!wasAsked) return null;
  return (
    <Suspense>
      <ConfirmDialog
        opened={site !== null}
        onClose={close}
        onConfirm={confirm}
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
