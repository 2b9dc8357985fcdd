// What a form checks before it sends: which fields must be filled, and what is wrong with the others.

/** In the words of the message catalogue; `min` is told where there is one. */
export interface Fault {
  type: 'required' | 'email' | 'same' | 'length' | 'minLength' | 'format';
  min?: number;
}
/** By the field's name. */
export type Faults = Readonly<Record<string, Fault>>;

export interface Rules<Form> {
  required: readonly string[];
  /** The first fault of each field; none means that it may be sent. */
  faults: (form: Form) => Faults;
}

export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Rules that need no schema: only that something is there. */
export const requiredRules = <Form extends object>(required: readonly (keyof Form & string)[]): Rules<Form> => ({
  required,
  faults: (form) =>
    Object.fromEntries(
      required.filter((name) => isBlank(form[name])).map((name) => [name, { type: 'required' } as const]),
    ),
});

/** The confirmation of a password: there, and the same; both are trimmed as the contract trims them. */
export function repeatFaults(name: string, wanted: string, again: string): Faults {
  if (again.trim() === '') return { [name]: { type: 'required' } };
  if (again.trim() !== wanted.trim()) return { [name]: { type: 'same' } };
  return {};
}

/** The same rules for a form that does not show these fields. */
export const without = <Form>(rules: Rules<Form>, hidden: readonly string[]): Rules<Form> => ({
  required: rules.required.filter((name) => !hidden.includes(name)),
  faults: (form) => Object.fromEntries(Object.entries(rules.faults(form)).filter(([name]) => !hidden.includes(name))),
});
