// Confirms the closing of a company and states what happens to its plants and people, with their number.
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { full } from '../../../format/numbers.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import classes from '../people.module.css';
import { COMPANIES, type CompanyRow } from './companyList.ts';

export default function CloseDialog({ row, onClose }: { row: CompanyRow; onClose: () => void }) {
  const { t } = useTranslation();
  const close = useChange('user/company/del', COMPANIES);
  const { id, companyName, plants, users } = row;
  const confirm = () => {
    if (close.isPending) return;
    const onSuccess = () => {
      toastDone(t('people.closed', { company: companyName }));
      onClose();
    };
    close.mutate({ id }, { onSuccess });
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      text={
        <>
          <b className={classes.strong}>{t('people.closeWhat', { company: companyName })}</b>
          <br />
          {plants === 0
            ? t('people.closeNoPlants')
            : t('people.closePlants', { count: plants, plants: full(plants, 0) })}{' '}
          {users > 0 && t('people.closeUsers', { count: users, users: full(users, 0) })}
        </>
      }
      confirmLabel={t('people.close')}
      isBusy={close.isPending}
      error={close.error ? messageOf(close.error, t) : null}
    />
  );
}
