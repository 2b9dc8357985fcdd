// Confirms the removal of a serial number from the stock list.
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastDone } from '../../../ui/toast.tsx';

export default function RemoveNumber({ sn, onClose }: { sn: string; onClose: () => void }) {
  const { t } = useTranslation();
  const remove = useChange('product/sn/del', ['product/sn/list']);
  const confirm = () =>
    remove.mutate(
      { sn: [sn] },
      {
        onSuccess: () => {
          toastDone(t('snList.removed', { sn }));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={t('snList.removeTitle', { sn })}
      text={t('snList.removeText')}
      confirmLabel={t('snList.remove')}
      isBusy={remove.isPending}
      error={remove.error ? messageOf(remove.error, t) : null}
    />
  );
}
