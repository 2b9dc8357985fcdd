// Review of the changed parameters before they are sent.
import '../../../ui/panelStyles.ts';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { ReviewTable } from '../../../components/parameters/ReviewTable.tsx';
import { parameterName, valueText } from '../../../components/parameters/words.ts';
import { time } from '../../../format/times.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { AtSunrise } from './AtSunrise.tsx';
import type { Parameter } from './DeviceParameters.tsx';

interface Props {
  sid: string;
  sn: string;
  sleepsUntilIso: string | null;
  timeZone: string;
  changes: readonly { parameter: Parameter; requested: number }[];
  onClose: () => void;
  onSent: () => void;
}

export default function ReviewDialog({ sid, sn, sleepsUntilIso, timeZone, changes, onClose, onSent }: Props) {
  const { t } = useTranslation();
  const send = useChange('gateway/bsg/server', [
    'gateway/parameters',
    'gateway/parameters/devices',
    'gateway/commands/list',
  ]);
  const [atSunrise, setAtSunrise] = useState(true);
  const needsApproval = changes.some(({ parameter }) => parameter.isProtected);
  return (
    <Dialog opened onClose={onClose} title={t('parameters.reviewTitle')} size={560}>
      <Stack gap="md">
        <ReviewTable
          caption={t('parameters.reviewTitle')}
          nameTitle={t('parameters.name')}
          rows={changes.map(({ parameter: { name, title, value, unit }, requested }) => ({
            key: name,
            name: parameterName(t, name, title),
            now: value === null ? t('parameters.unknown') : valueText(value, unit),
            next: valueText(requested, unit),
          }))}
        />
        {needsApproval && <Notice kind="info">{t('parameters.second')}</Notice>}
        {sleepsUntilIso && (
          <AtSunrise
            text={t('parameters.sleeps')}
            sunrise={time(sleepsUntilIso, timeZone)}
            isChosen={atSunrise}
            onChange={setAtSunrise}
          />
        )}
        <p className="muted">{t('parameters.law')}</p>
        {send.error && <Notice kind="error">{messageOf(send.error, t)}</Notice>}
        <DialogButtons
          onCancel={onClose}
          loading={send.isPending}
          onClick={() =>
            send.mutate(
              // waitS 0: the page shows the progress, so the dialog does not wait.
              {
                sid,
                sn,
                waitS: 0,
                atSunrise,
                write: changes.map(({ parameter: { name }, requested: value }) => ({ name, value })),
              },
              { onSuccess: onSent },
            )
          }
        >
          {t(needsApproval ? 'parameters.ask' : 'parameters.send')}
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
