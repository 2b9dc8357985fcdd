// A field with buttons for the previous and next value, for day, month and year pickers.
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../format/dayCount.ts';
import { dayText } from '../../format/times.ts';
import { useAnnounced } from '../../ui/announcer.ts';
import { DayInput } from '../DayInput.tsx';
import classes from './plant.module.css';

interface Props {
  onStep: (by: 1 | -1) => void;
  /** There is no later value. */
  isLast: boolean;
  /** The chosen value, spoken when it changes. */
  text: string;
  /** What was found for it, spoken after it; null while it loads. */
  result?: string | null | undefined;
  children: ReactNode;
}

export function Stepper({ onStep, isLast, text, result = '', children }: Props) {
  const { t } = useTranslation();
  // A newer result of the same value is not spoken.
  useAnnounced(result === null ? undefined : [text, result].filter(Boolean).join(': '), text);
  return (
    <div className={classes.stepper}>
      <ActionIcon data-touch variant="default" size={36} onClick={() => onStep(-1)} aria-label={t('plant.previous')}>
        <IconChevronLeft size={18} stroke={1.75} />
      </ActionIcon>
      <div className={classes.fields}>{children}</div>
      <ActionIcon
        data-touch
        variant="default"
        size={36}
        onClick={() => onStep(1)}
        disabled={isLast}
        aria-label={t('plant.next')}
      >
        <IconChevronRight size={18} stroke={1.75} />
      </ActionIcon>
    </div>
  );
}

interface DayStepperProps extends Pick<Props, 'result'> {
  day: string;
  today: string;
  onDay: (day: string) => void;
}

/** Field for a day, with buttons for the previous and next day. */
export function DayStepper({ day, today, onDay, result }: DayStepperProps) {
  const { t } = useTranslation();
  return (
    <Stepper onStep={(by) => onDay(addDays(day, by))} isLast={day >= today} text={dayText(day)} result={result}>
      <DayField label={t('plant.day')} day={day} max={today} onDay={onDay} />
    </Stepper>
  );
}

interface DayProps {
  label: string;
  day: string;
  max: string;
  onDay: (day: string) => void;
}

export function DayField({ label, day, max, onDay }: DayProps) {
  return (
    <DayInput
      whenWanted
      className={classes.day}
      aria-label={label}
      value={day}
      max={max}
      onChange={(chosen) => chosen !== '' && onDay(chosen)}
    />
  );
}
