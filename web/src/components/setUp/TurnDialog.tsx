// Dialog that reverses the sign of a meter, battery or inverter from a day on: the detected day, unless another is chosen.
import { Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toastDone } from '../../ui/toast.tsx';
import { DayInput } from '../DayInput.tsx';
import { reversedFrom } from './reversedFrom.ts';
import { type CheckRow, nameOf } from './SetUpChecks.tsx';

export default function TurnDialog({ sid, row, onClose }: { sid: string; row: CheckRow; onClose: () => void }) {
  const { t } = useTranslation();
  const { sn, turn } = row;
  const { side, validFrom } = turn!;
  const [day, setDay] = useState(validFrom);
  const settings = useCall('device/meter/settings', { sid, sn }, { staleMs: 0 });
  const change = useChange('device/meter/setUp', ['site/setUp/checks', 'device/meter/settings', 'site/overview']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!settings.data) return;
    change.mutate(
      { sid, sn, list: reversedFrom(settings.data, side, day) },
      {
        onSuccess: () => {
          toastDone(t('setUp.turned'));
          onClose();
        },
      },
    );
  };
  const failure = change.error ?? settings.error;
  return (
    <Dialog opened onClose={onClose} title={t('setUp.turnOf', { name: nameOf(row, t) })}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <p className="muted">{t(side === 'grid' ? 'setUp.turnGrid' : 'setUp.turnBattery')}</p>
          <DayInput label={t('setUp.since')} description={t('setUp.sinceText')} value={day} onChange={setDay} />
          {failure && <Notice kind="error">{messageOf(failure, t)}</Notice>}
          {/* The day is already filled in, so the button has the focus and the calendar stays closed. */}
          <DialogButtons
            onCancel={onClose}
            data-autofocus
            loading={change.isPending}
            disabled={!settings.data || day === ''}
          >
            {t('setUp.turn')}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
