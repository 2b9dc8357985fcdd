// Modes of a battery as cards with a description; one is selected.
import '@mantine/core/styles/Radio.layer.css';
import type { BatteryMode } from '@heliograph/contract/batterySettings.ts';
import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './battery.module.css';

interface Props {
  modes: readonly BatteryMode[];
  /** Null: not read yet. */
  value: BatteryMode | null;
  onChange: (mode: BatteryMode) => void;
}

export function ModeCards({ modes, value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      value={value ?? ''}
      onChange={(mode) => onChange(mode as BatteryMode)}
      label={t('battery.mode')}
      classNames={{ label: 'visuallyHidden' }}
    >
      <div className={classes.modes}>
        {modes.map((mode) => (
          <Radio
            key={mode}
            value={mode}
            label={t(`battery.modes.${mode}.name`)}
            description={t(`battery.modes.${mode}.text`)}
            classNames={{ root: classes.mode }}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
