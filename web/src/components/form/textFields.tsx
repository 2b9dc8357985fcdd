// Text fields with label and explanation, an asterisk where the contract requires them, and their fault below.
import { PasswordInput, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormField } from './formContext.ts';

/** Explanations are below the field, so that adjacent fields line up. */
export const WRAPPER_ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

/** Names of the form fields with a value of this type. */
export type NameOf<Form, Value> = {
  [Name in keyof Form & string]: Form[Name] extends Value ? (Value extends Form[Name] ? Name : never) : never;
}[keyof Form & string];
/** Names of the fields with a text or a choice of texts. */
export type TextNameOf<Form> = { [Name in keyof Form & string]: Form[Name] extends string ? Name : never }[keyof Form &
  string];

export interface FieldProps<Name extends string> {
  name: Name;
  label: string;
  description?: string;
  className?: string;
}

interface TextProps<Name extends string> extends FieldProps<Name> {
  type?: 'text' | 'email' | 'tel';
  autoComplete?: string;
  size?: TextInputProps['size'];
  /** False where every field is required, so that asterisks would not distinguish them. Passwords have none by default. */
  hasAsterisk?: boolean;
}

export function TextField<Name extends string>({ name, hasAsterisk = true, ...props }: TextProps<Name>): ReactNode {
  const { value, onChange, onBlur, ref, error, isRequired } = useFormField(name);
  const isMail = props.type === 'email';
  return (
    <TextInput
      autoComplete="off"
      {...props}
      {...(isMail ? { autoCapitalize: 'none', spellCheck: false } : {})}
      ref={ref}
      name={name}
      inputWrapperOrder={WRAPPER_ORDER}
      withAsterisk={hasAsterisk && isRequired}
      aria-required={isRequired || undefined}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
      error={error}
    />
  );
}

export function PasswordField<Name extends string>({
  name,
  hasAsterisk = false,
  type: _,
  ...props
}: TextProps<Name>): ReactNode {
  const { t } = useTranslation();
  const { value, onChange, onBlur, ref, error, isRequired } = useFormField(name);
  return (
    <PasswordInput
      {...props}
      ref={ref}
      name={name}
      inputWrapperOrder={WRAPPER_ORDER}
      withAsterisk={hasAsterisk && isRequired}
      aria-required={isRequired || undefined}
      // A form may have several passwords.
      visibilityToggleButtonProps={{ 'aria-label': `${t('common.showPassword')}: ${props.label}`, tabIndex: 0 }}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
      error={error}
      aria-invalid={error ? true : undefined}
    />
  );
}

export interface TextFields<Form> {
  TextField: (props: TextProps<TextNameOf<Form>>) => ReactNode;
  PasswordField: (props: TextProps<TextNameOf<Form>>) => ReactNode;
}
/** The fields with the names of one form: `const { TextField } = textFieldsOf<SignIn>()`. */
export const textFieldsOf = <Form,>(): TextFields<Form> => ({ TextField, PasswordField });
