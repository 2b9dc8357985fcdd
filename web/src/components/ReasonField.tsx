// Text field for the reason of an action.
import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  value: string;
  onChange: (reason: string) => void;
  /** Maximum length in characters. */
  maxLength: number;
  description?: string;
  isRequired?: boolean;
  error?: string | undefined;
  /** Margin above it, below a text. */
  mt?: 'md';
}

export function ReasonField({
  label,
  value,
  onChange,
  maxLength,
  description,
  isRequired = false,
  error,
  mt,
}: Props): ReactNode {
  return (
    <Textarea
      mt={mt}
      label={label}
      description={description}
      withAsterisk={isRequired}
      aria-required={isRequired || undefined}
      autosize
      minRows={2}
      maxRows={6}
      maxLength={maxLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
