// A field for a calendar day. Its calendar is loaded beside the page, or, with `whenWanted`, when the field is first entered.
import { TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, type Ref, Suspense, useState } from 'react';
import { lazyPart } from '../api/loading.ts';
import { dayInField } from '../format/days.ts';

const CalendarInput = lazyPart(() => import('./CalendarInput.tsx'));

export interface DayInputProps {
  label?: string;
  'aria-label'?: string;
  description?: string;
  placeholder?: string;
  /** "YYYY-MM-DD"; '' for none. */
  value: string;
  onChange: (day: string) => void;
  /** The first and the last day that may be chosen. */
  min?: string;
  max?: string;
  /** It may be emptied. */
  mayBeEmpty?: boolean;
  /** Stands in a panel that closes by a press outside it: the calendar is then part of the panel. */
  isInPanel?: boolean;
  size?: 'xs' | 'sm';
  className?: string;
  error?: ReactNode;
  withAsterisk?: boolean;
  inputWrapperOrder?: ('label' | 'input' | 'description' | 'error')[];
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

export const CALENDAR_ICON = <IconCalendar size={18} stroke={1.75} aria-hidden />;

export function DayInput({ whenWanted = false, ...props }: DayInputProps & { whenWanted?: boolean }) {
  const [isWanted, setWanted] = useState(!whenWanted);
  /** It was entered before its calendar was there, which then takes the focus over. */
  const [isEntered, setEntered] = useState(false);
  const { value, onChange: _, min: __, max: ___, mayBeEmpty: ____, isInPanel: _____, onBlur: ______, ...same } = props;
  const face = (
    <TextInput
      {...same}
      readOnly
      value={dayInField(value)}
      rightSection={CALENDAR_ICON}
      rightSectionPointerEvents="none"
      onFocus={() => {
        setWanted(true);
        setEntered(true);
      }}
      onBlur={() => setEntered(false)}
    />
  );
  if (!isWanted) return face;
  return (
    <Suspense fallback={face}>
      <CalendarInput {...props} startsFocused={whenWanted || isEntered} />
    </Suspense>
  );
}
