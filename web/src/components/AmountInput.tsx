// A field for an amount with its unit, as the reader's language writes numbers.
import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import { locale } from '../i18n/language.ts';
import { WRAPPER_ORDER } from './form/textFields.tsx';

const DECIMAL = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';

export type Amount = number | '';

interface Props
  extends Pick<
    NumberInputProps,
    | 'label'
    | 'description'
    | 'className'
    | 'error'
    | 'withAsterisk'
    | 'inputWrapperOrder'
    | 'onBlur'
    | 'onKeyDown'
    | 'ref'
    | 'aria-label'
  > {
  value: Amount;
  onChange: (value: Amount) => void;
  unit: string;
  digits?: number;
  /** Decimals that are shown at least while nobody types: 0.2 of a price is "0.20". */
  leastDigits?: number;
  mayBeNegative?: boolean;
}

export function AmountInput({
  value,
  onChange,
  unit,
  digits = 3,
  leastDigits = 0,
  mayBeNegative = false,
  onBlur,
  ...rest
}: Props) {
  const [isTyped, setTyped] = useState(false);
  return (
    <NumberInput
      inputWrapperOrder={WRAPPER_ORDER}
      {...rest}
      value={isTyped ? value : padded(value, leastDigits)}
      onBlur={(event) => {
        setTyped(false);
        onBlur?.(event);
      }}
      onChange={(given) => {
        // Not before: who comes into the field has its text selected, which another text would undo.
        setTyped(true);
        onChange(given === '' ? '' : Number(given));
      }}
      decimalScale={digits}
      decimalSeparator={DECIMAL}
      allowedDecimalSeparators={['.', ',']}
      allowNegative={mayBeNegative}
      inputMode="decimal"
      autoComplete="off"
      hideControls
      rightSection={unit === '' ? undefined : <span className="muted">{unit}</span>}
      rightSectionWidth={unit === '' ? undefined : 16 + unit.length * 8}
      rightSectionPointerEvents="none"
    />
  );
}

/** As text with at least so many decimals; none of its own is lost. */
function padded(value: Amount, leastDigits: number): Amount | string {
  if (value === '' || leastDigits === 0) return value;
  const own = String(value).split('.')[1]?.length ?? 0;
  return own >= leastDigits || String(value).includes('e') ? value : value.toFixed(leastDigits);
}
