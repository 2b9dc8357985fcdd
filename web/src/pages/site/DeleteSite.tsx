// Deletes a plant after asking once more: its history goes with it, and its serial numbers become free.
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useChange } from '../../api/useCall.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toastDone } from '../../ui/toast.tsx';

interface Props {
  /** Null: not asked. */
  site: { sid: string; siteName: string } | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteSite({ site, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
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
  return (
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
  );
}
