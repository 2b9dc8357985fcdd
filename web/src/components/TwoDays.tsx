// Range of two days in a dialog: a first day after the last one moves the last one too; the same validation everywhere.
import { SimpleGrid } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { daysBetween } from '../format/dayCount.ts';
import { DayInput } from './DayInput.tsx';

/** Props of a dialog about days of a device. */
export interface DeviceDaysProps {
  sid: string;
  sn: string;
  /** Range shown on the page behind the dialog, both ends included. */
  days: { start: string; end: string };
  today: string;
  onClose: () => void;
}

interface Days {
  /** "YYYY-MM-DD", both ends included. */
  days: readonly [from: string, to: string];
  setDays: (days: readonly [from: string, to: string]) => void;
  fault: 'reversed' | 'tooLong' | undefined;
}

export function useTwoDays(first: string, last: string, maxDays = Infinity): Days {
  const [days, setDays] = useState<Days['days']>([first, last]);
  const count = daysBetween(...days);
  return { days, setDays, fault: count < 1 ? 'reversed' : count > maxDays ? 'tooLong' : undefined };
}

interface Props {
  labels: readonly [from: string, to: string];
  days: Omit<Days, 'fault'>;
  max: string;
  /** Error text, shown at the last day. */
  fault: ReactNode;
}

export function TwoDays({ labels, days: { days, setDays }, max, fault }: Props) {
  const [from, to] = days;
  return (
    <SimpleGrid cols={2} spacing="md">
      <DayInput label={labels[0]} value={from} max={max} onChange={(day) => setDays([day, day > to ? day : to])} />
      <DayInput label={labels[1]} value={to} max={max} onChange={(day) => setDays([from, day])} error={fault} />
    </SimpleGrid>
  );
}
