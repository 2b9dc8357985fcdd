// Validation of a form before it is sent: required fields, and faults of the others.

/** A fault by its key in the message catalogue; `min` is the minimum length, where there is one. */
export interface Fault {
  type: 'required' | 'email' | 'same' | 'length' | 'minLength' | 'format';
  min?: number;
}
/** Faults by field name. */
export type Faults = Readonly<Record<string, Fault>>;

export interface Rules<Form> {
  required: readonly string[];
  /** Returns the first fault of each field; without faults the form may be sent. */
  faults: (form: Form) => Faults;
}

export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Returns rules without a schema, which only require fields to be filled. */
export const requiredRules = <Form extends object>(required: readonly (keyof Form & string)[]): Rules<Form> => ({
  required,
  faults: (form) =>
    Object.fromEntries(
      required.filter((name) => isBlank(form[name])).map((name) => [name, { type: 'required' } as const]),
    ),
});

/** Returns the faults of a repeated password: missing or different; both are trimmed as in the contract. */
export function repeatFaults(name: string, password: string, repeated: string): Faults {
  if (repeated.trim() === '') return { [name]: { type: 'required' } };
  if (repeated.trim() !== password.trim()) return { [name]: { type: 'same' } };
  return {};
}

/** Returns the same rules without the hidden fields. */
export const without = <Form>(rules: Rules<Form>, hidden: readonly string[]): Rules<Form> => ({
  required: rules.required.filter((name) => !hidden.includes(name)),
  faults: (form) => Object.fromEntries(Object.entries(rules.faults(form)).filter(([name]) => !hidden.includes(name))),
});
