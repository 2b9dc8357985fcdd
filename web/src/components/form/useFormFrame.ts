// A form with the rules of the contract: translated faults, refusals at their field, other errors above the buttons.
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

interface FormOptions<Form extends FieldValues> {
  start: Form;
  rules: Rules<Form>;
  /** Sends the form; rejects with the refusal of the server. */
  send: (values: Form) => Promise<unknown>;
  refusedAt?: FieldOfError<Form>;
  /** Adopts new values of `start`, except in edited fields. */
  follows?: boolean;
}

export interface FormFrame<Form extends FieldValues> {
  form: UseFormReturn<Form>;
  rules: Rules<Form>;
  /** Validates and sends. */
  submit: (event?: FormEvent) => Promise<void>;
  /** Translated error, unless it is shown at a field. */
  failure: string | null;
  fail: (error: unknown) => void;
}

export function useFormFrame<Form extends FieldValues>(options: FormOptions<Form>): FormFrame<Form> {
  const { start, rules, refusedAt } = options;
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Form>({
    defaultValues: start as DefaultValues<Form>,
    ...(options.follows ? { values: start, resetOptions: { keepDirtyValues: true } } : {}),
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
      await options.send(values);
    } catch (error) {
      fail(error);
    }
  });
  return { form, rules, submit: (event) => send(event), failure, fail };
}

/** Returns a field's state from the surrounding form. */
export function useFieldOfForm(name: string): FieldState {
  const { control, trigger } = useFormContext();
  const { field, fieldState } = useController({ control, name });
  const { error } = fieldState;
  // In a list the error may belong to one of its entries.
  const message = error?.message ?? (Array.isArray(error) ? error.find((each) => each?.message)?.message : undefined);
  const onChange = (value: unknown) => {
    field.onChange(value);
    // A faulty field is validated again with each change, wherever the fault came from: a choice clears its own error.
    if (error) void trigger(name);
  };
  return { value: field.value, onChange, onBlur: field.onBlur, ref: field.ref, error: message };
}
