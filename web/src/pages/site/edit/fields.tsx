// The kinds of field the plant form is made of: text, amount, choice; each shows its own fault.
import '../../../ui/panelStyles.ts';
import { NumberInput, Select, TextInput } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { locale } from '../../../i18n/language.ts';
import { REQUIRED, type SiteField, type SiteForm } from './siteForm.ts';

const DECIMAL = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** Explanations stand below the field, so that fields side by side line up. */
export const WRAPPER_ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

type TextName = { [F in SiteField]: SiteForm[F] extends string ? F : never }[SiteField];
type AmountName = { [F in SiteField]: number extends SiteForm[F] ? F : never }[SiteField];

interface Common<Name extends SiteField> {
  name: Name;
  label: string;
  description?: string;
  className?: string;
}

export function TextField(
  props: Common<TextName> & { type?: string; autoComplete?: string; onPaste?: (text: string) => boolean },
) {
  const { register, formState } = useFormContext<SiteForm>();
  const { name, onPaste, autoComplete = 'off', ...rest } = props;
  return (
    <TextInput
      {...rest}
      inputWrapperOrder={WRAPPER_ORDER}
      autoComplete={autoComplete}
      withAsterisk={REQUIRED.includes(name)}
      error={formState.errors[name]?.message}
      {...register(name)}
    />
  );
}

interface AmountProps extends Common<AmountName> {
  unit: string;
  digits?: number;
  mayBeNegative?: boolean;
  onBlur?: () => void;
  /** Takes pasted text itself when it answers true. */
  takesPaste?: (text: string) => boolean;
}

export function AmountField(props: AmountProps) {
  const { name, unit, digits = 3, mayBeNegative = false, onBlur, takesPaste, ...rest } = props;
  const { control } = useFormContext<SiteForm>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <NumberInput
          {...rest}
          inputWrapperOrder={WRAPPER_ORDER}
          ref={field.ref}
          value={field.value}
          onChange={(value) => field.onChange(value === '' ? '' : Number(value))}
          onBlur={() => {
            field.onBlur();
            onBlur?.();
          }}
          onPaste={(event) => {
            if (takesPaste?.(event.clipboardData.getData('text'))) event.preventDefault();
          }}
          error={fieldState.error?.message}
          withAsterisk={REQUIRED.includes(name)}
          decimalScale={digits}
          decimalSeparator={DECIMAL}
          allowedDecimalSeparators={['.', ',']}
          allowNegative={mayBeNegative}
          inputMode={mayBeNegative ? 'text' : 'decimal'}
          autoComplete="off"
          hideControls
          rightSection={unit === '' ? undefined : <span className="muted">{unit}</span>}
          rightSectionWidth={unit === '' ? undefined : 16 + unit.length * 8}
          rightSectionPointerEvents="none"
        />
      )}
    />
  );
}

interface ChoiceProps extends Common<TextName> {
  choices: readonly { value: string; label: string }[];
  onChosen?: (value: string) => void;
  mayBeEmpty?: boolean;
}

export function ChoiceField({ name, choices, onChosen, mayBeEmpty = false, ...rest }: ChoiceProps) {
  const { t } = useTranslation();
  const { control } = useFormContext<SiteForm>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Select
          {...rest}
          inputWrapperOrder={WRAPPER_ORDER}
          ref={field.ref}
          data={
            choices.some(({ value }) => value === field.value) || !field.value
              ? choices
              : [...choices, { value: field.value, label: field.value }]
          }
          value={field.value || null}
          onChange={(value) => {
            field.onChange(value ?? '');
            onChosen?.(value ?? '');
          }}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          withAsterisk={REQUIRED.includes(name)}
          searchable={choices.length > 8}
          clearable={mayBeEmpty}
          allowDeselect={mayBeEmpty}
          limit={200}
          nothingFoundMessage={t('common.noMatch')}
          maxDropdownHeight={280}
          autoComplete="off"
        />
      )}
    />
  );
}
