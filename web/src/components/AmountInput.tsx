// A field for an amount with its unit, in the number format of the reader's language.
import { TextInput, type TextInputProps } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount, isAmbiguous, isAmount, parseAmount } from '../format/parseAmount.ts';
import { locale } from '../i18n/language.ts';
import { WRAPPER_ORDER } from './form/textFields.tsx';

const GROUP = new Intl.NumberFormat(locale).formatToParts(1234567).find(({ type }) => type === 'group')?.value ?? ',';

export type { Amount };

interface Props
  extends Pick<
    TextInputProps,
    | 'label'
    | 'description'
    | 'className'
    | 'error'
    | 'withAsterisk'
    | 'inputWrapperOrder'
    | 'onBlur'
    | 'onKeyDown'
    | 'placeholder'
    | 'size'
    | 'ref'
    | 'aria-label'
    | 'aria-required'
  > {
  value: Amount;
  /** NaN: the text is no number. Each form must refuse it, by `isAmount` or by its contract. */
  onChange: (value: Amount) => void;
  unit: string;
  /** Maximum number of decimals. */
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
  error,
  ...rest
}: Props) {
  const { t } = useTranslation();
  // As typed; null while the field is not edited, which then shows the number.
  const [typed, setTyped] = useState<string | null>(null);
  const isUnclear = (text: string) => digits > 0 && isAmbiguous(text, GROUP);
  const read = (text: string): Amount | null => {
    if (isUnclear(text)) return null;
    const amount = parseAmount(text, GROUP);
    if (amount === '' || amount === null) return amount;
    return amount < 0 && !mayBeNegative ? null : Number(amount.toFixed(digits));
  };
  // A value set by something else than typing replaces the text.
  const text =
    typed !== null && Object.is(read(typed) ?? Number.NaN, value) ? typed : textOf(value, digits, leastDigits);
  const isUnread = typed !== null && text === typed && read(typed) === null;
  return (
    <TextInput
      inputWrapperOrder={WRAPPER_ORDER}
      {...rest}
      // Says more than the error of the form, which may call the field empty.
      error={isUnread ? (isUnclear(typed) ? ambiguityError(typed, t) : t('common.noNumber')) : error}
      value={text}
      onBlur={(event) => {
        // A text that is no number stays, with its error.
        if (!isUnread) setTyped(null);
        onBlur?.(event);
      }}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        onChange(read(next) ?? Number.NaN);
      }}
      inputMode="decimal"
      autoComplete="off"
      rightSection={unit === '' ? undefined : <span className="muted">{unit}</span>}
      rightSectionWidth={unit === '' ? undefined : 16 + unit.length * 8}
      rightSectionPointerEvents="none"
    />
  );
}

/** Returns the error for an ambiguous number: both readings, each written so that it has only one meaning. */
function ambiguityError(text: string, t: TFunction): string {
  const [whole = '', decimals = ''] = text.trim().split(/[.,]/);
  const sign = new Intl.NumberFormat(locale).formatToParts(0.1).find(({ type }) => type === 'decimal')?.value ?? '.';
  return t('common.whichNumber', { whole: whole + decimals, decimal: `${whole}${sign}${decimals}` });
}

/** Returns the value as text with at least `leastDigits` decimals and no group signs. */
function textOf(value: Amount, digits: number, leastDigits: number): string {
  if (!isAmount(value)) return '';
  const format = {
    useGrouping: false,
    minimumFractionDigits: leastDigits,
    maximumFractionDigits: Math.max(digits, 20),
  };
  return new Intl.NumberFormat(locale, format).format(value);
}
