// Confirms that a membership is frozen, restored or removed, sessions are ended, a lost second factor is reset,
// or an invitation is withdrawn, and states the consequences.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { ReasonField } from '../../../components/ReasonField.tsx';
import { full } from '../../../format/numbers.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import classes from '../people.module.css';
import { PEOPLE, type PersonRow } from './userList.ts';

export type MembershipAction = 'freeze' | 'thaw' | 'remove' | 'withdraw' | 'signOut' | 'resetFactor';

export default function MembershipDialog({
  row,
  action,
  onClose,
}: {
  row: PersonRow;
  action: MembershipAction;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [wasTried, setTried] = useState(false);
  const freeze = useChange('user/freeze', PEOPLE);
  const remove = useChange('user/del', PEOPLE);
  const signOut = useChange('user/endSessions');
  const resetFactor = useChange('user/resetSecondFactor');
  const { uid, companyId, invitationId, companyName, email } = row;
  const change = { freeze, thaw: freeze, remove, withdraw: remove, signOut, resetFactor }[action];
  const isMissing = action === 'freeze' && reason.trim() === '';
  const names = { who: row.contactPerson || email, company: companyName };
  const onSuccess = () => {
    toastDone(t(`people.did.${action}`, names));
    onClose();
  };
  const confirm = () => {
    setTried(true);
    if (isMissing || change.isPending) return;
    if (action === 'withdraw') remove.mutate({ invitationId }, { onSuccess });
    else if (action === 'signOut') signOut.mutate({ uid, companyId }, { onSuccess });
    else if (action === 'resetFactor') resetFactor.mutate({ uid, companyId }, { onSuccess });
    else if (action === 'remove') remove.mutate({ uid, companyId }, { onSuccess });
    else {
      const isFrozen = action === 'freeze';
      freeze.mutate({ uid, companyId, isFrozen, ...(isFrozen ? { reason: reason.trim() } : {}) }, { onSuccess });
    }
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      text={
        <>
          <b className={classes.strong}>{t(`people.what.${action}`, names)}</b>
          <br />
          {action === 'remove' ? <Removal row={row} /> : t(`people.effect.${action}`, { reason: row.frozenReason })}
          {action === 'freeze' && (
            <ReasonField
              mt="md"
              label={t('people.reason')}
              isRequired
              maxLength={200}
              value={reason}
              onChange={setReason}
              error={wasTried && isMissing ? t('people.reasonNeeded') : undefined}
            />
          )}
        </>
      }
      confirmLabel={t(`people.do.${action}`)}
      confirmColor={action === 'thaw' ? undefined : 'red'}
      isBusy={change.isPending}
      error={change.error ? messageOf(change.error, t) : null}
    />
  );
}

/** Consequences of a removal, with the number of affected plants. */
function Removal({ row }: { row: PersonRow }) {
  const { t } = useTranslation();
  const { data } = useCall('user/detail', { uid: row.uid, companyId: row.companyId });
  if (!data) return t('people.effect.remove');
  const { isLastPlace, ownPlants, installerPlants } = data;
  return [
    t(isLastPlace ? 'people.effect.removeAccount' : 'people.effect.removePlace'),
    ...(isLastPlace && ownPlants > 0
      ? [t('people.effect.ownPlants', { count: ownPlants, plants: full(ownPlants, 0) })]
      : []),
    ...(installerPlants > 0
      ? [t('people.effect.installerPlants', { count: installerPlants, plants: full(installerPlants, 0) })]
      : []),
  ].join(' ');
}
