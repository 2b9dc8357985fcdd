// All kinds of form fields: text, password, remark, amount with its unit, day, choice, list of texts.
import '../../ui/panelStyles.ts';
import { Select, TagsInput, Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount, AmountInput } from '../AmountInput.tsx';
import { DayInput } from '../DayInput.tsx';
import classes from './fields.module.css';
import { useFormField } from './formContext.ts';
import { byFit, fitting } from './options.ts';
import {
  type FieldProps,
  type NameOf,
  type TextFields,
  type TextNameOf,
  textFieldsOf,
  WRAPPER_ORDER,
} from './textFields.tsx';

export type { Amount };

function RemarkField<Name extends string>({ name, ...props }: FieldProps<Name>): ReactNode {
  const { value, onChange, onBlur, ref, error, isRequired } = useFormField(name);
  return (
    <Textarea
      {...props}
      ref={ref}
      inputWrapperOrder={WRAPPER_ORDER}
      autosize
      minRows={2}
      maxRows={8}
      withAsterisk={isRequired}
      aria-required={isRequired || undefined}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
      error={error}
    />
  );
}

interface AmountProps<Name extends string> extends FieldProps<Name> {
  unit: string;
  digits?: number;
  leastDigits?: number;
  mayBeNegative?: boolean;
}

function AmountField<Name extends string>(props: AmountProps<Name>): ReactNode {
  const { name, ...rest } = props;
  const field = useFormField(name);
  return (
    <AmountInput
      {...rest}
      inputWrapperOrder={WRAPPER_ORDER}
      ref={field.ref}
      value={typeof field.value === 'number' ? field.value : ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={field.error}
      withAsterisk={field.isRequired}
      aria-required={field.isRequired || undefined}
    />
  );
}

function DayField<Name extends string>({ name, ...props }: FieldProps<Name>): ReactNode {
  const { value, onChange, onBlur, ref, error, isRequired } = useFormField(name);
  return (
    <DayInput
      {...props}
      ref={ref}
      inputWrapperOrder={WRAPPER_ORDER}
      withAsterisk={isRequired}
      aria-required={isRequired || undefined}
      mayBeEmpty={!isRequired}
      value={String(value ?? '')}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
    />
  );
}

interface ChoiceProps<Name extends string> extends FieldProps<Name> {
  choices: readonly { value: string; label: string }[];
  onChosen?: (value: string) => void;
  mayBeEmpty?: boolean;
}

function ChoiceField<Name extends string>(props: ChoiceProps<Name>): ReactNode {
  const { name, choices, onChosen, mayBeEmpty = false, ...rest } = props;
  const { t } = useTranslation();
  const { onChange, onBlur, ref, error, isRequired, ...field } = useFormField(name);
  const chosen = String(field.value ?? '');
  const typed = useRef('');
  /** Text for which Enter was pressed before the list was loaded: the best match is chosen when the list arrives. */
  const [early, setEarly] = useState('');
  const [isOpened, setOpened] = useState(false);
  const choose = (value: string) => {
    onChange(value);
    onChosen?.(value);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the list arrives
  useEffect(() => {
    if (early === '' || choices.length === 0) return;
    setEarly('');
    const [best] = fitting(choices, early);
    if (best) choose(best.value);
  }, [early, choices]);
  return (
    <Select
      {...rest}
      inputWrapperOrder={WRAPPER_ORDER}
      ref={ref}
      data={
        chosen === '' || choices.some(({ value }) => value === chosen)
          ? choices
          : [...choices, { value: chosen, label: chosen }]
      }
      value={chosen || null}
      onChange={(value) => choose(value ?? '')}
      onBlur={onBlur}
      error={error}
      withAsterisk={isRequired}
      aria-required={isRequired || undefined}
      dropdownOpened={isOpened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onSearchChange={(text) => {
        typed.current = text;
      }}
      onKeyDown={(event) => {
        const isChosen = choices.some(({ value, label }) => value === chosen && label === typed.current);
        if (event.key !== 'Enter' || typed.current === '' || isChosen) return;
        // The list may not be rendered or even loaded yet: Enter still chooses the best match, and never submits the form.
        if (event.currentTarget.getAttribute('aria-activedescendant')) return;
        event.preventDefault();
        setOpened(false);
        setEarly(typed.current);
      }}
      // Up to three choices need no search; a list that is not loaded yet may be long.
      searchable={choices.length === 0 || choices.length > 3}
      clearable={mayBeEmpty}
      allowDeselect={mayBeEmpty}
      // Keyboard users pass many of these fields on the way to another one.
      openOnFocus={false}
      selectFirstOptionOnChange={choices.length > 0}
      filter={byFit}
      nothingFoundMessage={t('common.noMatch')}
      maxDropdownHeight={280}
      autoComplete="off"
    />
  );
}

interface TagsProps<Name extends string> extends FieldProps<Name> {
  placeholder?: string;
  maxTags: number;
  suggestions?: string[];
}

function TagsField<Name extends string>(props: TagsProps<Name>): ReactNode {
  const { name, placeholder, maxTags, suggestions, ...rest } = props;
  const { value, onChange, onBlur, ref, error } = useFormField(name);
  const tags = Array.isArray(value) ? value.map(String) : [];
  return (
    <TagsInput
      {...rest}
      ref={ref}
      classNames={{ input: classes.tags }}
      inputWrapperOrder={WRAPPER_ORDER}
      placeholder={tags.length === 0 ? placeholder : undefined}
      value={tags}
      onChange={onChange}
      onBlur={onBlur}
      data={suggestions}
      maxTags={maxTags}
      splitChars={[',', ' ', ';']}
      acceptValueOnBlur
      error={error}
    />
  );
}

export interface Fields<Form> extends TextFields<Form> {
  RemarkField: (props: FieldProps<NameOf<Form, string>>) => ReactNode;
  AmountField: (props: AmountProps<NameOf<Form, Amount>>) => ReactNode;
  DayField: (props: FieldProps<NameOf<Form, string>>) => ReactNode;
  ChoiceField: (props: ChoiceProps<TextNameOf<Form>>) => ReactNode;
  TagsField: (props: TagsProps<NameOf<Form, string[]>>) => ReactNode;
}
/** The fields with the names of one form: `const { AmountField } = fieldsOf<SiteForm>()`. */
export const fieldsOf = <Form,>(): Fields<Form> => ({
  ...textFieldsOf<Form>(),
  RemarkField,
  AmountField,
  DayField,
  ChoiceField,
  TagsField,
});
