// Asks once more before all people of a company are asked for a second factor, or no longer are.
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
  const { id, companyName: company, needsSecondFactor: isAsked } = row;
  const confirm = () => {
    const onSuccess = () => {
      toastDone(t('saved.modified'));
      onClose();
      // Whoever asks it of the own company is told of it at once.
      void refreshMenus().catch(() => undefined);
    };
    set.mutate({ id, needed: !isAsked }, { onSuccess });
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={t(isAsked ? 'people.factor.stop' : 'people.factor.ask')}
      text={t(isAsked ? 'people.factor.stopText' : 'people.factor.askText', {
        company,
        days: SECOND_FACTOR_GRACE_DAYS,
      })}
      confirmLabel={t(isAsked ? 'people.factor.stopDo' : 'people.factor.askDo')}
      confirmColor={isAsked ? 'red' : undefined}
      isBusy={set.isPending}
      error={set.error ? messageOf(set.error, t) : null}
    />
  );
}
