// Confirms that all people of a company are required to use a second factor, or no longer are.
import { SECOND_FACTOR_GRACE_DAYS } from '@heliograph/contract/limits.ts';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { refreshMenus } from '../../../session/routeGuard.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { COMPANIES, type CompanyRow } from './companyList.ts';

export default function FactorDialog({ row, onClose }: { row: CompanyRow; onClose: () => void }) {
  const { t } = useTranslation();
  const set = useChange('user/company/secondFactor', COMPANIES);
  const { id, companyName: company, needsSecondFactor: isRequired } = row;
  const confirm = () => {
    const onSuccess = () => {
      toastDone(t('saved.modified'));
      onClose();
      // Shows the requirement at once to a user who set it for their own company.
      void refreshMenus().catch(() => undefined);
    };
    set.mutate({ id, needed: !isRequired }, { onSuccess });
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={t(isRequired ? 'people.factor.stop' : 'people.factor.ask')}
      text={t(isRequired ? 'people.factor.stopText' : 'people.factor.askText', {
        company,
        days: SECOND_FACTOR_GRACE_DAYS,
      })}
      confirmLabel={t(isRequired ? 'people.factor.stopDo' : 'people.factor.askDo')}
      confirmColor={isRequired ? 'red' : undefined}
      isBusy={set.isPending}
      error={set.error ? messageOf(set.error, t) : null}
    />
  );
}
