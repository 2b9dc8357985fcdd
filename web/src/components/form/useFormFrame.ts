// A form with the rules of the contract: faults in the reader's words, refusals at their field, what failed above the buttons.
import { type FormEvent, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useController,
  useForm,
  useFormContext,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { type FieldOfError, fieldOfError } from './fieldOfError.ts';
import type { FieldState } from './formContext.ts';
import type { Rules } from './rules.ts';

interface Given<Form extends FieldValues> {
  start: Form;
  rules: Rules<Form>;
  /** Throws what the server refuses. */
  send: (values: Form) => Promise<unknown>;
  refusedAt?: FieldOfError<Form>;
  /** New values of `start` are taken over, except where something was typed. */
  follows?: boolean;
}

export interface FormFrame<Form extends FieldValues> {
  form: UseFormReturn<Form>;
  rules: Rules<Form>;
  /** Checks and sends. */
  submit: (event?: FormEvent) => Promise<void>;
  /** What failed, in the reader's words, unless it is told at a field. */
  failure: string | null;
  fail: (error: unknown) => void;
}

export function useFormFrame<Form extends FieldValues>(given: Given<Form>): FormFrame<Form> {
  const { start, rules, refusedAt } = given;
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Form>({
    defaultValues: start as DefaultValues<Form>,
    ...(given.follows ? { values: start, resetOptions: { keepDirtyValues: true } } : {}),
    mode: 'onTouched',
    resolver: (values) => {
      const faults = Object.entries(rules.faults(values));
      if (faults.length === 0) return { values, errors: {} };
      const errors = faults.map(([name, { type, min }]) => [name, { type, message: t(`validation.${type}`, { min }) }]);
      return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Form> };
    },
  });
  const fail = (error: unknown) => {
    const field = fieldOfError(error, refusedAt);
    if (!field) return setFailure(messageOf(error, t));
    form.setError(field as Path<Form>, { type: 'server', message: messageOf(error, t) }, { shouldFocus: true });
  };
  const send = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await given.send(values);
    } catch (error) {
      fail(error);
    }
  });
  return { form, rules, submit: (event) => send(event), failure, fail };
}

/** A field's state out of the form around it. */
export function useFieldOfForm(name: string): FieldState {
  const { control, trigger } = useFormContext();
  const { field, fieldState } = useController({ control, name });
  const { error } = fieldState;
  // Of a list the error may be that of one of its entries.
  const message = error?.message ?? (Array.isArray(error) ? error.find((each) => each?.message)?.message : undefined);
  const onChange = (value: unknown) => {
    field.onChange(value);
    // What is wrong is looked at again with each change, whoever found it: a choice clears its own error.
    if (error) void trigger(name);
  };
  return { value: field.value, onChange, onBlur: field.onBlur, ref: field.ref, error: message };
}
