// Dialog for the wiring of a meter, and for the place that it measures from a day on.
import type { Response } from '@heliograph/contract/calls.ts';
import { METER_ROLES, METER_TYPES, type MeterRole, type MeterType } from '@heliograph/contract/flows.ts';
import { Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { Choice } from '../../../components/Choice.tsx';
import { DayInput } from '../../../components/DayInput.tsx';
import { dayIn } from '../../../format/times.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { withRoleFrom } from './withRoleFrom.ts';

type Settings = Response<'device/meter/settings'>;

interface Props {
  settings: Settings;
  timeZone: string | undefined;
  onClose: () => void;
}

export default function MeterDialog({ settings, timeZone, onClose }: Props) {
  const { t } = useTranslation();
  const { sid, sn, list } = settings;
  const [meterType, setMeterType] = useState<MeterType | null>(settings.meterType);
  const [role, setRole] = useState<MeterRole>(settings.role);
  const [day, setDay] = useState(dayIn(Date.now(), timeZone));
  const change = useChange('device/meter/setUp', [
    'device/meter/settings',
    'bdnz/three/overview',
    'device/detail',
    'site/overview',
  ]);
  const isMoved = role !== settings.role;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ sid, sn, meterType, list: isMoved ? withRoleFrom(list, role, day) : list }, { onSuccess: onClose });
  };
  return (
    <Dialog opened onClose={onClose} title={t('device.editInstalledOf', { sn })}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Choice
            label={t('meter.type')}
            isInPanel
            value={meterType ?? ''}
            choices={[
              { value: '', label: t('meter.asReported') },
              ...METER_TYPES.map((value) => ({ value, label: t(`meter.types.${value}`) })),
            ]}
            onChange={(value) => setMeterType(METER_TYPES.find((one) => one === value) ?? null)}
          />
          <Choice
            label={t('meter.role')}
            isInPanel
            value={role}
            choices={METER_ROLES.map((value) => ({ value, label: t(`meter.roles.${value}`) }))}
            onChange={(value) => setRole(METER_ROLES.find((one) => one === value) ?? 'grid')}
          />
          {isMoved && (
            <DayInput
              label={t('device.installedSince')}
              description={t('device.installedSinceText')}
              value={day}
              onChange={setDay}
            />
          )}
          {change.error && <Notice kind="error">{messageOf(change.error, t)}</Notice>}
          <DialogButtons onCancel={onClose} loading={change.isPending} disabled={isMoved && day === ''}>
            {t('common.save')}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
