// Context through which a field accesses its form, independent of how the form stores its values.
import { createContext, type RefCallback, use } from 'react';

export interface FieldState {
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  ref: RefCallback<HTMLElement>;
  /** Translated error text. */
  error: string | undefined;
}

export interface FormOfFields {
  /** A hook, the same one for the life of the form. */
  useField: (name: string) => FieldState;
  required: readonly string[];
}

export const FormContext = createContext<FormOfFields | null>(null);

export function useFormField(name: string): FieldState & { isRequired: boolean } {
  const form = use(FormContext);
  if (!form) throw new Error(`the field ${name} is not inside a form`);
  return { ...form.useField(name), isRequired: form.required.includes(name) };
}
