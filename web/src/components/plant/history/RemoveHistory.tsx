// Dialog that deletes days of a device's history, with a reason.
import { Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { ReasonField } from '../../ReasonField.tsx';
import { type DeviceDaysProps, TwoDays, useTwoDays } from '../../TwoDays.tsx';

const LONGEST_REASON = 500;

export default function RemoveHistory({ sid, sn, days: shown, today, onClose }: DeviceDaysProps) {
  const { t } = useTranslation();
  const days = useTwoDays(shown.start, shown.end);
  const [start, end] = days.days;
  const [reason, setReason] = useState('');
  const [wasSubmitted, setSubmitted] = useState(false);
  const remove = useChange('device/deleteHistory', ['device/history', 'device/history/removed', 'site/overview']);
  const isMissing = reason.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isMissing || days.fault || remove.isPending) return;
    remove.mutate(
      { sid, sn, start, end, reason },
      {
        onSuccess: () => {
          toastDone(t('history.remove.done'));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog opened onClose={onClose} title={t('history.remove.title', { sn })}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <p className="muted">{t('history.remove.text')}</p>
          <TwoDays
            labels={[t('history.remove.from'), t('history.remove.to')]}
            days={days}
            max={today}
            fault={days.fault && t('history.remove.reversed')}
          />
          <ReasonField
            label={t('history.remove.reason')}
            description={t('history.remove.reasonText')}
            isRequired
            maxLength={LONGEST_REASON}
            value={reason}
            onChange={setReason}
            error={wasSubmitted && isMissing ? t('history.remove.reasonNeeded') : undefined}
          />
          {remove.error && <Notice kind="error">{messageOf(remove.error, t)}</Notice>}
          <DialogButtons onCancel={onClose} color="red" loading={remove.isPending}>
            {t('history.remove.confirm')}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
