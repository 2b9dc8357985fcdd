// Fields of a meter that is registered: its type, and the place that it measures.
import { METER_ROLES, METER_TYPES } from '@heliograph/contract/flows.ts';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NewDevice } from './devices.ts';
import classes from './edit.module.css';

export function MeterFields({ device, onChange }: { device: NewDevice; onChange: (device: NewDevice) => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.placement}>
      <Select
        size="xs"
        label={t('meter.type')}
        clearable
        placeholder={t('meter.asReported')}
        value={device.meterType ?? null}
        data={METER_TYPES.map((value) => ({ value, label: t(`meter.types.${value}`) }))}
        onChange={(selected) => {
          const { meterType: _, ...rest } = device;
          const chosen = METER_TYPES.find((one) => one === selected);
          onChange(chosen ? { ...rest, meterType: chosen } : rest);
        }}
      />
      <Select
        size="xs"
        label={t('meter.role')}
        value={device.meterRole ?? 'grid'}
        allowDeselect={false}
        data={METER_ROLES.map((value) => ({ value, label: t(`meter.roles.${value}`) }))}
        onChange={(selected) => {
          const chosen = METER_ROLES.find((one) => one === selected);
          if (chosen) onChange({ ...device, meterRole: chosen });
        }}
      />
    </div>
  );
}
