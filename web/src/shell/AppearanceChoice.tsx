// Choice of light, dark, or the system setting.
import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './AccountPanel.module.css';

export function AppearanceChoice({ label }: { label: string }) {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div>
      <div className={classes.fieldLabel} aria-hidden>
        {label}
      </div>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={label}
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
        data={(['light', 'dark', 'auto'] as const).map((scheme) => ({ value: scheme, label: t(`layout.${scheme}`) }))}
      />
    </div>
  );
}
