// A field for an amount with its unit, in the number format of the reader's language.
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
  /** Minimum number of decimals while the field is not edited: a price of 0.2 is "0.20". */
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
      value={isTyped ? value : padDecimals(value, leastDigits)}
      onBlur={(event) => {
        setTyped(false);
        onBlur?.(event);
      }}
      onChange={(input) => {
        // Not on focus: the text is selected on focus, and another text would undo the selection.
        setTyped(true);
        onChange(input === '' ? '' : Number(input));
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

/** Returns the value as text with at least `leastDigits` decimals; its own decimals are all shown. */
function padDecimals(value: Amount, leastDigits: number): Amount | string {
  if (value === '' || leastDigits === 0) return value;
  const decimals = String(value).split('.')[1]?.length ?? 0;
  return decimals >= leastDigits || String(value).includes('e') ? value : value.toFixed(leastDigits);
}
