// Form layout of the pages before sign-in: fields below each other, the error, one wide button; and the fields of a new password.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Form, FormFailure } from '../../components/form/Form.tsx';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import type { FormFrame } from '../../components/form/useFormFrame.ts';
import classes from './SignInPage.module.css';

interface Props<Values extends FieldValues> {
  frame: FormFrame<Values>;
  /** Label of the button. */
  submit: string;
  children: ReactNode;
}

export function AuthForm<Values extends FieldValues>({ frame, submit, children }: Props<Values>) {
  return (
    <Form frame={frame} className={classes.form}>
      {children}
      <FormFailure failure={frame.failure} />
      <Button type="submit" size="md" fullWidth loading={frame.form.formState.isSubmitting}>
        {submit}
      </Button>
    </Form>
  );
}

const { PasswordField } = textFieldsOf<{ password: string; again: string }>();

/** Fields of a new password; `min` is its minimum length, shown before anything is typed. */
export function NewPassword({
  label,
  repeatLabel,
  min,
}: {
  label: string;
  repeatLabel: string;
  min: number | undefined;
}) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        description={t('validation.minLength', { min })}
        autoComplete="new-password"
        size="md"
      />
      <PasswordField name="again" label={repeatLabel} autoComplete="new-password" size="md" />
    </>
  );
}
