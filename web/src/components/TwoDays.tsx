// From one day to another: a first day after the last takes that along.
import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { DayInput } from './DayInput.tsx';

interface Props {
  labels: readonly [from: string, to: string];
  /** "YYYY-MM-DD", both included. */
  days: readonly [from: string, to: string];
  max: string;
  /** What is wrong with them; stands at the last day. */
  fault: ReactNode;
  onChange: (from: string, to: string) => void;
}

export function TwoDays({ labels, days: [from, to], max, fault, onChange }: Props) {
  return (
    <SimpleGrid cols={2} spacing="md">
      <DayInput label={labels[0]} value={from} max={max} onChange={(day) => onChange(day, day > to ? day : to)} />
      <DayInput label={labels[1]} value={to} max={max} onChange={(day) => onChange(from, day)} error={fault} />
    </SimpleGrid>
  );
}
