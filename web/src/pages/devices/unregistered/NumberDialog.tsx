// Confirms that a number is restricted, allowed or forgotten, and states the consequences.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { ReasonField } from '../../../components/ReasonField.tsx';
import { full } from '../../../format/numbers.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import type { UnregisteredRow } from './unregisteredList.ts';

export type NumberAction = 'restrict' | 'allow' | 'forget';

interface Props {
  row: Pick<UnregisteredRow, 'sn' | 'restrictedReason' | 'children'>;
  action: NumberAction;
  onClose: () => void;
}

const LISTS = ['device/list/noReg', 'device/list', 'product/sn/list'] as const;

export default function NumberDialog({ row, action, onClose }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [wasTried, setTried] = useState(false);
  const restrict = useChange('device/joinBlack', LISTS);
  const allow = useChange('device/removeBlack', LISTS);
  const forget = useChange('device/list/noReg/forget', LISTS);
  const { sn } = row;
  const change = { restrict, allow, forget }[action];
  const isMissing = action === 'restrict' && reason.trim() === '';
  const onSuccess = () => {
    toastDone(t(`unregistered.done.${action}`, { sn }));
    onClose();
  };
  const confirm = () => {
    setTried(true);
    if (isMissing || change.isPending) return;
    if (action === 'restrict') restrict.mutate({ sn, reason }, { onSuccess });
    else if (action === 'allow') allow.mutate({ sn }, { onSuccess });
    else forget.mutate({ sn }, { onSuccess });
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      text={
        <>
          <b style={{ color: 'var(--text)' }}>{t(`unregistered.what.${action}`, { sn })}</b>
          <br />
          {t(`unregistered.effect.${action}`)}{' '}
          {action === 'forget' &&
            row.children > 0 &&
            t('unregistered.effect.children', { count: row.children, children: full(row.children, 0) })}
          {action === 'allow' && row.restrictedReason && t('unregistered.because', { reason: row.restrictedReason })}
          {action === 'restrict' && (
            <ReasonField
              mt="md"
              label={t('unregistered.reason')}
              isRequired
              maxLength={500}
              value={reason}
              onChange={setReason}
              error={wasTried && isMissing ? t('unregistered.reasonNeeded') : undefined}
            />
          )}
        </>
      }
      confirmLabel={t(`unregistered.do.${action}`)}
      confirmColor={action === 'allow' ? undefined : 'red'}
      isBusy={change.isPending}
      error={change.error ? messageOf(change.error, t) : null}
    />
  );
}
