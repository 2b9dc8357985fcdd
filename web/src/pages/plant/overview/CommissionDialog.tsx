// Dialog for the day on which a plant was commissioned.
import type { Response } from '@heliograph/contract/calls.ts';
import { Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { DayInput } from '../../../components/DayInput.tsx';
import { dayIn } from '../../../format/times.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';

export default function CommissionDialog({
  detail,
  onClose,
}: {
  detail: Response<'site/detail'>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { sid, version, timezone } = detail;
  const [day, setDay] = useState(dayIn(Date.now(), timezone));
  const change = useChange('site/updateFast', ['site/detail', 'site/overview', 'site/listWithSN']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ sid, version, commissionDate: day }, { onSuccess: onClose });
  };
  return (
    <Dialog opened onClose={onClose} title={t('plant.commission')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <DayInput
            label={t('plant.commissionDay')}
            description={t('plant.commissionDayText')}
            value={day}
            onChange={setDay}
          />
          {change.error && <Notice kind="error">{messageOf(change.error, t)}</Notice>}
          <DialogButtons onCancel={onClose} data-autofocus loading={change.isPending} disabled={day === ''}>
            {t('plant.commission')}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
