// A field for a calendar day. Its calendar is loaded in parallel with the page, or, with `whenWanted`, on the first focus.
import { TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, type Ref, Suspense, useState } from 'react';
import { lazyPart } from '../api/loading.ts';
import { dayInField } from '../format/days.ts';

const CalendarInput = lazyPart(() => import('./CalendarInput.tsx'));

export interface DayInputProps {
  label?: string;
  'aria-label'?: string;
  'aria-required'?: true | undefined;
  description?: string;
  placeholder?: string;
  /** "YYYY-MM-DD"; '' for none. */
  value: string;
  onChange: (day: string) => void;
  /** First and last day that may be chosen. */
  min?: string;
  max?: string;
  /** Allows clearing the field. */
  mayBeEmpty?: boolean;
  /** Inside a panel that closes on an outside click: the calendar is then rendered inside the panel. */
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
  const [isRequested, setRequested] = useState(!whenWanted);
  /** The field was focused before its calendar was loaded, which then takes over the focus. */
  const [isFocused, setFocused] = useState(false);
  const {
    value,
    onChange: _,
    min: __,
    max: ___,
    mayBeEmpty: ____,
    isInPanel: _____,
    onBlur: ______,
    ...inputProps
  } = props;
  const placeholderField = (
    <TextInput
      {...inputProps}
      data-calendar
      readOnly
      value={dayInField(value)}
      rightSection={CALENDAR_ICON}
      rightSectionPointerEvents="none"
      onFocus={() => {
        setRequested(true);
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
    />
  );
  if (!isRequested) return placeholderField;
  return (
    <Suspense fallback={placeholderField}>
      <CalendarInput {...props} startsFocused={whenWanted || isFocused} />
    </Suspense>
  );
}
