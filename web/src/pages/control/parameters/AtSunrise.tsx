// Commands to devices that sleep at night: the mark, and the choice to send at sunrise.
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/Notice.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';

interface Props {
  text: string;
  /** Time of day; left out for several plants. */
  sunrise?: string;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

export function AtSunrise({ text, sunrise, isChosen, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <Notice kind="info">{text}</Notice>
      <Checkbox
        label={sunrise === undefined ? t('parameters.atSunrise') : t('parameters.atSunriseOf', { time: sunrise })}
        checked={isChosen}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
      />
    </Stack>
  );
}

export function AsleepDot({ sunrise }: { sunrise: string }) {
  const { t } = useTranslation();
  return <StatusDot tone="offline">{t('parameters.asleepUntil', { time: sunrise })}</StatusDot>;
}
