// A field for an amount with its unit, as the reader's language writes numbers.
import { NumberInput, type NumberInputProps } from '@mantine/core';
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
  mayBeNegative?: boolean;
}

export function AmountInput({ value, onChange, unit, digits = 3, mayBeNegative = false, ...rest }: Props) {
  return (
    <NumberInput
      inputWrapperOrder={WRAPPER_ORDER}
      {...rest}
      value={value}
      onChange={(given) => onChange(given === '' ? '' : Number(given))}
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
